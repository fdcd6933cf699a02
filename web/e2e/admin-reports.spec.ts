/** Sales report by each of its groupings, and its download as a file. */
import { readFile } from 'node:fs/promises';
import { expectGoodScreen } from './axe';
import { enter } from './member';
import { expect, test } from './shop';

test('sales are reported by member and hour', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/reports?from=2026-01-01&to=2026-12-31');
  const rows = page.getByRole('table', { name: 'Penjualan' }).locator('tbody tr');
  const total = page.locator('dl[aria-label=Jumlah]');
  await expect(total).toContainText('sebelum diskon');
  await expect(rows.first()).toContainText('pcs');

  const by = page.getByRole('combobox', { name: 'Dihitung per' });
  await by.selectOption('Anggota');
  await expect(page).toHaveURL(/by=member/);
  await expect(total).toContainText('Harga produk setelah diskon');
  const member = rows.first().getByRole('link').first();
  await expect(member).toHaveText(/\(KS\d+\)$/);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Unduh CSV' }).click();
  const file = await (await saved).path();
  const [head, first] = (await readFile(file, 'utf8')).split('\r\n');
  expect(head).toMatch(/^\uFEFFkunci;nama;pesanan;/);
  expect(first).toContain(await member.innerText());

  // A figure leads to the orders that it is made of.
  await rows
    .first()
    .getByRole('link', { name: / pesanan: / })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pesanan di balik laporan');
  const behind = page.getByRole('table', { name: 'Pesanan' });
  await expect(behind.getByRole('link', { name: /^KS-/ }).first()).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Kembali ke laporan' }).click();
  await expect(page).toHaveURL(/by=member.*from=2026-01-01/);

  await by.selectOption('Jam');
  await expect(page.getByRole('group', { name: 'Grafik penjualan menurut jam' })).toBeVisible();
  const month = page.getByRole('button', { name: 'Bulan lalu' });
  await month.click();
  await expect(month).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel('Sampai tanggal').fill('2020-01-01');
  await expect(page.getByText('Tanggal awal tidak boleh sesudah tanggal akhir.')).toBeVisible();
  await page.getByRole('button', { name: '30 hari' }).click();
  await by.selectOption('Anggota');
  await member.click();
  await expect(page.getByRole('heading', { name: 'Data anggota' })).toBeVisible();
});

test('reports show stock, lapsed members, cohorts', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/stock');
  await page.getByRole('link', { name: 'Cukup berapa hari' }).click();
  const tabs = page.getByRole('navigation', { name: 'Laporan' });
  const stock = page.getByRole('table', { name: 'Stok' }).locator('tbody tr');
  await expect(stock.filter({ hasText: /\d hari/ }).first()).toBeVisible();

  await tabs.getByRole('link', { name: 'Berhenti belanja' }).click();
  const span = page.getByRole('combobox', { name: 'Tidak belanja selama' });
  await span.selectOption('30 hari');
  await expect(page).toHaveURL(/days=30/);
  const lapsed = page.getByRole('table', { name: 'Berhenti belanja' }).locator('tbody tr');
  await expect(lapsed.first()).toContainText('Rp');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Unduh CSV' }).click();
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('terakhir_belanja');

  await tabs.getByRole('link', { name: 'Belanja ulang' }).click();
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(12);
  await expect(page.getByRole('table')).toContainText('%');
});
