/** Change of the e-mail address of one's own account. */
import { expectAccessible } from './axe';
import { Member } from './member';
import { expect, expectNoSidewaysScroll, PASSWORD, test } from './shop';

test('changing the email needs the password', async ({ page, request }) => {
  const email = `rani.${Date.now()}@ksmart.test`;
  const registered = await request.post('/api/register', {
    multipart: {
      name: 'Rani Lestari',
      email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      no_hp: '081234567890',
      alamat: 'Jl. Melati 1',
      bank: 'BCA',
      rekening_bank: '1234567890',
      jenis_kelamin: 'P',
      tanggal_lahir: '1990-02-28',
    },
  });
  expect(registered.status()).toBe(201);
  const member = await Member.logIn(request, email);
  await member.enter(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Ganti email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ganti email' });
  await expect(dialog.getByText(email)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const send = dialog.getByRole('button', { name: 'Ganti email' });
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Password Anda', { exact: true }).fill('salah-sekali');
  for (const [wished, said] of [
    ['bukan alamat', 'Format email tidak benar.'],
    [email, 'Ini sudah email akun Anda.'],
    [`baru.${email}`, 'Password sekarang salah.'],
  ] as const) {
    await dialog.getByLabel('Email baru').fill(wished);
    await send.click();
    await expect(dialog.getByRole('alert')).toContainText(said);
  }
  await dialog.getByLabel('Password Anda', { exact: true }).fill(PASSWORD);
  await send.click();
  await expect(dialog.getByText('Email akun Anda sudah diganti.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Tutup' }).click();
  await expect(page.getByRole('main').getByText(`baru.${email}`)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText(`baru.${email}`)).toBeVisible();
});
