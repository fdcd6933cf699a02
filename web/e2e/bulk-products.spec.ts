/** Bulk changes of products in the office. */
import { expectAccessible, expectGoodScreen } from './axe';
import { enter } from './member';
import { expect, expectNoSidewaysScroll, test } from './shop';

// Changes here would break the tests of the visitors' view of the shop.
test.use({ own: true });

test('bulk price changes work by keyboard', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/products?search=klorofil');
  const table = page.getByRole('table', { name: 'Produk' });
  await expect(table).toBeVisible();
  await table
    .getByRole('checkbox', { name: /^Pilih (?!semua)/ })
    .first()
    .focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Produk yang dipilih' });
  await expect(bar.getByRole('status')).toHaveText('1 produk dipilih');
  await bar.getByRole('button', { name: 'Pilih semua yang ditemukan' }).click();
  await expect(table.getByRole('checkbox', { name: 'Pilih semua yang tampil' })).toBeChecked();
  await expectGoodScreen(page);

  await bar.getByRole('button', { name: 'Ubah sekaligus' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Lihat pratinjau' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Pilih apa yang diubah.');
  await dialog.getByRole('checkbox', { name: 'Harga' }).press('Space');
  await dialog.getByRole('button', { name: 'Lihat pratinjau' }).click();
  await expect(dialog.getByText('Tuliskan persennya, misalnya 7,5.')).toBeVisible();
  await dialog.getByLabel('Persen').fill('7,5');
  await dialog.getByLabel('Pembulatan').selectOption('500');
  await expectAccessible(page);
  await dialog.getByLabel('Persen').press('Enter');

  const preview = page.getByRole('dialog', { name: 'Pratinjau perubahan' });
  await expect(preview.getByRole('list', { name: 'Pratinjau' })).toContainText(/Harga: Rp.*→ Rp/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const line = preview.getByRole('listitem').first();
  const name = await line.locator('p').first().innerText();
  const price = await line.locator('ins').innerText();
  await preview.getByRole('button', { name: /^Terapkan ke \d+ produk$/ }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bar).toHaveCount(0);
  await expect(table.getByRole('row', { name })).toContainText(price);
});

test('a bulk change can skip invalid products', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/products');
  const table = page.getByRole('table', { name: 'Produk' });
  await table
    .getByRole('checkbox', { name: /^Pilih (?!semua)/ })
    .nth(0)
    .check();
  await page.getByRole('button', { name: 'Pilih semua yang ditemukan' }).click();
  await page.getByRole('button', { name: 'Ubah sekaligus' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Harga' }).check();
  await dialog.getByLabel('Cara').selectOption('Turun sebesar');
  await dialog.getByLabel('Jumlah (rupiah)').fill('150.000');
  await dialog.getByRole('button', { name: 'Lihat pratinjau' }).click();
  const preview = page.getByRole('dialog', { name: 'Pratinjau perubahan' });
  await expect(preview.getByText('Harga harus 1 sampai 1.000.000.000.').first()).toBeVisible();
  await preview.getByRole('button', { name: /^Lanjut tanpa \d+ produk itu$/ }).click();
  await expect(preview.getByRole('button', { name: /^Terapkan ke \d+ produk$/ })).toBeVisible();
  await preview.getByRole('button', { name: 'Kembali' }).click();
  await expect(dialog.getByLabel('Jumlah (rupiah)')).toHaveValue('150.000');
});
