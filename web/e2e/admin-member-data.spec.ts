import { expectGoodScreen } from './axe';
import { enter, findMember } from './member';
import { expect, test } from './shop';

test('data of a member is corrected with a reason', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await findMember(page, 'Fajar Nugroho');
  await page.getByRole('button', { name: 'Perbaiki data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Perbaiki data anggota' });
  await dialog.getByLabel('Alamat').fill('Jl. Kenanga 9, Semarang');
  await dialog.getByLabel('No. HP').fill('0812');
  await expectGoodScreen(page);
  await dialog.getByLabel('Alasan').fill('Salah ketik saat mendaftar');
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expect(dialog.getByText('Nomor HP tidak benar, contoh 081234567890.')).toBeVisible();
  await dialog.getByLabel('No. HP').fill('0813-1111-2222');
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('081311112222')).toBeVisible();
  await expect(page.getByText('Salah ketik saat mendaftar')).toBeVisible();
});

test('members get notes and are filtered by tag', async ({ page }, info) => {
  const tag = `rajin ${info.project.name}`.replaceAll(',', '').toLowerCase();
  await enter(page, 'admin@ksmart.test');
  await findMember(page, 'Intan Permatasari');
  await page.getByLabel('Tanda baru').fill(tag);
  await page.getByRole('button', { name: 'Tandai' }).click();
  await expect(page.getByRole('button', { name: `Lepas tanda ${tag}` })).toBeVisible();
  await page.getByLabel('Catatan baru').fill(`Telepon sore hari (${tag})`);
  await page.getByRole('button', { name: 'Simpan catatan' }).click();
  const note = page.getByRole('listitem').filter({ hasText: `Telepon sore hari (${tag})` });
  await expect(note).toBeVisible();
  await page.reload();
  await expect(note).toBeVisible();
  await expectGoodScreen(page);
  await page.goto('/admin/members');
  await page.getByRole('combobox', { name: 'Tanda' }).selectOption(tag);
  await expect(page).toHaveURL(/tag=/);
  await expect(page.getByRole('link', { name: 'Intan Permatasari' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fajar Nugroho', exact: true })).toHaveCount(0);
  // The filter is part of the address.
  await page.reload();
  await expect(page.getByRole('link', { name: 'Intan Permatasari' }).first()).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Intan Permatasari', exact: true }).first().click();
  await note.getByRole('button', { name: 'Hapus' }).click();
  await page.getByRole('button', { name: 'Ya, hapus' }).click();
  await expect(note).toBeHidden();
  await page.getByRole('button', { name: `Lepas tanda ${tag}` }).click();
  await expect(page.getByRole('button', { name: `Lepas tanda ${tag}` })).toBeHidden();
});
