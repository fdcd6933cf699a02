/** The owner's backups: created on demand, verified and downloaded, and the number retained. */
import { readFileSync } from 'node:fs';
import { expectGoodScreen } from './axe';
import { enter } from './member';
import { expect, test } from './shop';
import { press, saveSection } from './steps';

// Other tests expect unchanged settings.
test.use({ own: true });

test.beforeEach(({ page }) => enter(page, 'admin@ksmart.test'));

test('the owner creates and downloads a backup', async ({ page }) => {
  // Creating and verifying a backup takes longer than the usual time limit of a test.
  test.slow();
  await page.goto('/admin/backups');
  await expect(page.getByText('Belum ada cadangan')).toBeVisible();
  await expect(page.getByText('7 cadangan terbaru disimpan')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Buat cadangan sekarang' }));
  await expect(page.getByRole('button', { name: 'Membuat cadangan...' })).toBeVisible();
  // The page polls until the backup is there, without any action of the user.
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
  // The downloaded file is still compressed: it begins with the magic bytes of gzip.
  expect([...readFileSync(await taken.path()).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  await expect(page.getByText(`ksmart rehearse ${taken.suggestedFilename()}`)).toBeVisible();

  await page.getByRole('link', { name: 'Ubah di Pengaturan' }).click();
  const kept = page.getByLabel('Cadangan yang disimpan');
  await kept.fill('61');
  const data = page.getByRole('region', { name: 'Data anggota' });
  await data.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText(/^Cadangan yang disimpan harus/).first()).toBeVisible();
  await kept.fill('0');
  await saveSection(page, 'Data anggota');
  await page.goto('/admin/backups');
  await expect(page.getByText('Cadangan otomatis dimatikan')).toBeVisible();
  await expect(rows).toHaveCount(2);
});

test('a retry loads the backups after a failure', async ({ page }) => {
  await page.route('**/api/admin/backups', (route) => route.abort());
  await page.goto('/admin/backups');
  const again = page.getByRole('main').getByRole('button', { name: 'Coba Lagi' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/admin/backups');
  await again.click();
  await expect(page.getByRole('button', { name: 'Buat cadangan sekarang' })).toBeVisible();
});
