/** Data that the shop stores about a member: read, downloaded, and erased for good. */
import { expectAccessible, expectGoodScreen } from './axe';
import { Member } from './member';
import { expect, expectNoSidewaysScroll, PASSWORD, test } from './shop';

test('a member downloads their stored data', async ({ page, request }) => {
  const member = await Member.logIn(request, 'budi@ksmart.test');
  await member.enter(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Data yang disimpan' }).click();
  const kept = page.getByRole('dialog', { name: 'Data yang disimpan' });
  await expect(
    kept.getByRole('heading', { name: 'Pesanan, pembayaran, dan pengiriman' }),
  ).toBeVisible();
  await expect(kept.getByText('Pesan 90 hari')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(kept).toBeHidden();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Unduh data saya' }).click();
  expect((await file).suggestedFilename()).toBe(`data-saya-${member.uid}.zip`);
  await expect(page.getByText('Data Anda sudah diunduh.')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test('open orders prevent erasing an account', async ({ page, request }) => {
  const member = await Member.logIn(request, 'budi@ksmart.test');
  await member.enter(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Hapus akun' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hapus akun' });
  await expect(dialog.getByText(/^\d+ pesanan belum selesai\./)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Tutup' }).click();
  await expect(dialog).toBeHidden();
});

test('an erased account can no longer log in', async ({ page, request }, { project }) => {
  const email = `pergi-${project.name.replaceAll(/\W/g, '')}@example.com`;
  const multipart = {
    name: 'Putri Pergi',
    email,
    password: 'kata-sandi-putri',
    confirmPassword: 'kata-sandi-putri',
    no_hp: '081234567890',
    alamat: 'Jl. Melati 1',
    bank: 'BCA',
    rekening_bank: '1234567890',
    tanggal_lahir: '1990-02-28',
  };
  expect((await request.post('/api/register', { multipart })).status()).toBe(201);
  await page.goto('/login');
  const enter = async (password: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
  };
  await enter('kata-sandi-putri');
  await expect(page).not.toHaveURL(/login/);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Hapus akun' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hapus akun' });
  const confirm = dialog.getByRole('button', { name: 'Hapus akun saya' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Saya mengerti').check();
  const password = dialog.getByLabel('Password Anda', { exact: true });
  await password.fill(PASSWORD);
  await expectGoodScreen(page);
  await confirm.click();
  await expect(dialog.getByText('Password sekarang salah.')).toBeVisible();
  await password.fill('kata-sandi-putri');
  await confirm.click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  expect(
    (await request.post('/api/login', { data: { email, password: 'kata-sandi-putri' } })).status(),
  ).toBe(401);
});
