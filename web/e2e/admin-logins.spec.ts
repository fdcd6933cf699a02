/** List of the administrators' logins. */
import { enter, Member } from './member';
import { expect, test } from './shop';

test('the owner ends a login of an administrator', async ({ page, request }) => {
  await enter(page, 'admin@ksmart.test');
  const elsewhere = await Member.logIn(request, 'admin@ksmart.test');
  await page.goto('/admin/staff');
  await page.getByRole('link', { name: 'Riwayat login' }).click();
  // The newest is first.
  const newest = page.getByRole('table', { name: 'Login pengelola' }).locator('tbody tr').first();
  await newest.getByRole('button', { name: /^Keluarkan / }).click();
  await page.getByRole('button', { name: 'Ya, keluarkan' }).click();
  await expect(newest).toContainText('Sudah keluar');
  expect((await elsewhere.send('GET', '/api/me')).status()).toBe(401);
  await page.getByLabel('Keadaan login').selectOption('Yang masih masuk');
  await expect(page.getByText('Sudah keluar')).toHaveCount(0);
  await expect(page.getByText('Perangkat ini')).toBeVisible();
  await newest.getByRole('link').click();
  await expect(page).toHaveURL(/uid=/);
  await page.getByRole('link', { name: 'Tampilkan semua pengelola' }).click();
  await expect(page.getByRole('link', { name: 'Tampilkan semua pengelola' })).toHaveCount(0);
});
