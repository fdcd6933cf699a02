/** The owner's backups: made on the spot, read back, taken away, and how many are kept. */
import { readFileSync } from 'node:fs';
import { expectGoodScreen } from './axe';
import { enter } from './member';
import { expect, expectNotice, test } from './shop';
import { press } from './steps';

// Other tests expect the settings as they are.
test.use({ own: true });

test.beforeEach(({ page }) => enter(page, 'admin@ksmart.test'));

test('a backup is made, checked and taken away, and so many are kept', async ({ page }) => {
  // What this test asks of the shop takes longer than a click.
  test.slow();
  await page.goto('/admin/backups');
  await expect(page.getByText('Belum ada cadangan')).toBeVisible();
  await expect(page.getByText('7 cadangan terbaru disimpan')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Buat cadangan sekarang' }));
  await expect(page.getByRole('button', { name: 'Membuat cadangan...' })).toBeVisible();
  // The page asks until it is there, and nobody has to.
  const rows = page.getByRole('table', { name: 'Cadangan' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(page.getByText('Utuh', { exact: true })).toBeVisible();
  await expect(page.getByText(/baris data dan [\d.]+ berkas\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Buat cadangan sekarang' })).toBeVisible();
  await expectGoodScreen(page);

  const taking = page.waitForEvent('download');
  await press(page, page.getByRole('button', { name: /^Unduh cadangan / }));
  const taken = await taking;
  expect(taken.suggestedFilename()).toMatch(/^cadangan-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.gz$/);
  // It is gzip, whole as the server has it.
  expect([...readFileSync(await taken.path()).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  await expect(page.getByText(`ksmart rehearse ${taken.suggestedFilename()}`)).toBeVisible();

  await page.getByRole('link', { name: 'Ubah di Pengaturan' }).click();
  const kept = page.getByLabel('Cadangan yang disimpan');
  await kept.fill('61');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText(/^Cadangan yang disimpan harus/).first()).toBeVisible();
  await kept.fill('0');
  await expectNotice(page, 'Pengaturan disimpan.', () =>
    page.getByRole('button', { name: 'Simpan' }).click(),
  );
  await page.goto('/admin/backups');
  await expect(page.getByText('Cadangan otomatis dimatikan')).toBeVisible();
  await expect(rows).toHaveCount(2);
});

test('a list that cannot be fetched says so and is asked for again', async ({ page }) => {
  await page.route('**/api/admin/backups', (route) => route.abort());
  await page.goto('/admin/backups');
  const again = page.getByRole('main').getByRole('button', { name: 'Coba Lagi' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/admin/backups');
  await again.click();
  await expect(page.getByRole('button', { name: 'Buat cadangan sekarang' })).toBeVisible();
});
