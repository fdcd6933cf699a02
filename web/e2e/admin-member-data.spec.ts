import { expectGoodScreen } from './axe';
import { enter, findMember } from './member';
import { expect, test } from './shop';

test('what stands of a member is corrected with a reason, and the log says so', async ({
  page,
}) => {
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
