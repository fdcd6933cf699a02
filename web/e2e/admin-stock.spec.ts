/** Stock, tables of products and categories in the admin. */
import { join } from 'node:path';
import { expectAccessible, expectGoodScreen } from './axe';
import { makeProduct, moveByKeys, pictures } from './catalogue';
import { enter } from './member';
import { expect, test } from './shop';

const csv = (...lines: string[]) => ({
  name: 'produk.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`),
});

test('stock changes are recorded as movements', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await makeProduct(page, 'Bergerak');
  await page.goto('/admin/stock');
  await expect(page.getByRole('table', { name: 'Pergerakan stok' })).toBeVisible();
  await expectGoodScreen(page);
  const change = async (way: string, pieces: string, label: string, reason: string) => {
    await page.getByRole('button', { name: 'Ubah stok' }).click();
    const dialog = page.getByRole('dialog');
    const product = dialog.getByLabel('Produk');
    if (await product.isVisible()) {
      await product.fill('Bergerak');
      await dialog.getByRole('option', { name: /Bergerak/ }).click();
    }
    await dialog.getByLabel(way, { exact: true }).check();
    await dialog.getByLabel(label).fill(pieces);
    await dialog.getByLabel(/Catatan|Alasan/).fill(reason);
    await dialog.getByRole('button', { name: 'Simpan' }).click();
    await expect(dialog).toBeHidden();
  };
  await change('Terima barang', '24', 'Jumlah yang diterima', 'Surat jalan 7');
  await page.getByLabel('Produk', { exact: true }).fill('Bergerak');
  await page.getByRole('option', { name: /Bergerak.*Stok 24/ }).click();
  await expect(page.getByText('Bergerak, stok 24')).toBeVisible();
  await change('Hitung ulang', '20', 'Jumlah hasil hitung', 'Stok opname');
  await expect(page.getByText('Bergerak, stok 20')).toBeVisible();
  await change('Kurangi', '1', 'Jumlah yang rusak atau hilang', 'Pecah');
  const rows = page.getByRole('table', { name: 'Pergerakan stok' }).locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText('−1');
  await expect(rows.nth(0)).toContainText('Pecah');
  await expect(rows.nth(1)).toContainText('−4');
  await expect(rows.nth(2)).toContainText('+24');
  // A decrease by more than the stock is refused, and the form stays open.
  await page.getByRole('button', { name: 'Ubah stok' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kurangi').check();
  await dialog.getByLabel('Jumlah yang rusak atau hilang').fill('100');
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expect(dialog.getByText('Tuliskan alasannya.')).toBeVisible();
  await dialog.getByLabel('Alasan').fill('Hilang');
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expect(dialog.getByText('Stok hanya 19: tidak dapat dikurangi 100.')).toBeVisible();
  await expect(dialog.getByLabel('Jumlah yang rusak atau hilang')).toHaveValue('100');
  await expectAccessible(page);
});

test('an import needs every row to be valid', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/products/import');
  await expectGoodScreen(page);
  const file = page.getByLabel('Pilih file CSV');
  const head = 'id;nama;kategori;harga;bv;berat_gram;stok_awal';
  await page.goto('/admin/categories');
  const category = page.getByRole('list', { name: 'Kategori' }).locator('p span').first();
  const name = await category.textContent();
  await page.goto('/admin/products/import');
  await file.setInputFiles(
    csv(head, `;Impor Satu;${name};15.000;3;100;10`, ';Impor Dua;Entah;abc;3;100;'),
  );
  const errors = page.getByRole('table', { name: 'Kesalahan' });
  await expect(errors.locator('tbody tr')).toHaveCount(2);
  await expect(errors).toContainText('Baris 3');
  await expect(errors).toContainText('Kategori “Entah” belum ada. Buat dulu, atau tulis yang ada.');
  await expect(page.getByRole('button', { name: /Terapkan/ })).toBeHidden();
  await expectGoodScreen(page);

  await page
    .getByLabel('Pilih file lain')
    .setInputFiles(csv(head, `;Impor Satu;${name};15.000;3;100;10`, '1;;;;;;'));
  await expect(errors).toContainText('Baris 3');
  await page
    .getByLabel('Pilih file lain')
    .setInputFiles(csv(head, `;Impor Satu;${name};15.000;3;100;10`));
  await expect(page.getByRole('table', { name: 'Perubahan' })).toContainText('Impor Satu');
  await page.getByLabel('Simpan produk baru sebagai konsep').check();
  await page.getByRole('button', { name: 'Terapkan 1 perubahan' }).click();
  await expect(page.getByRole('heading', { name: 'Sudah disimpan' })).toBeVisible();
  await page.getByRole('link', { name: 'Ke daftar produk' }).click();
  // The product is not in the shop until it is published.
  await page.getByLabel('Status').selectOption('Konsep');
  await page.getByRole('link', { name: /Impor Satu/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Impor Satu' })).toBeVisible();
  await expect(page.getByText('Konsep', { exact: true })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Terbitkan' }).click();
  await expect(page.getByText('Produk diterbitkan')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Lihat di toko' })).toBeVisible();
  // A missing category is created if the option is set. The import accepts a title row above the
  // table, and weights in kilograms.
  await page.goto('/admin/products/import');
  await file.setInputFiles(
    csv(
      'Daftar harga, per November;;;;',
      'Nama Produk;Kategori;Harga (Rp);BV;Berat (kg)',
      'Impor Dua;Entah;12.000;3;0,25',
    ),
  );
  await expect(errors).toContainText('Kategori “Entah” belum ada.');
  await page.getByLabel('Buat kategori yang belum ada: Entah').check();
  await expect(page.getByRole('table', { name: 'Perubahan' })).toContainText('berat_gram: 250');
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Terapkan 1 perubahan' }).click();
  await expect(page.getByRole('heading', { name: 'Sudah disimpan' })).toBeVisible();
  // Stock changes only if the option is set, and the preview shows it first.
  await page.goto('/admin/products/import');
  await file.setInputFiles(
    csv('nama;kategori;harga;bv;berat_gram;stok', `Impor Tiga;${name};9.000;1;50;4`),
  );
  await expect(page.getByText('Hanya keterangan, tidak dibaca: stok.')).toBeVisible();
  await page.getByLabel('Ubah stok dari kolom stok').check();
  await expect(page.getByRole('table', { name: 'Perubahan' })).toContainText('stok_awal: 4');
  await expectGoodScreen(page);
  await page.getByLabel('Alasan').fill('Stok opname');
  await page.getByRole('button', { name: 'Terapkan 1 perubahan' }).click();
  await expect(page.getByRole('heading', { name: 'Sudah disimpan' })).toBeVisible();
  // Importing an exported file changes nothing.
  for (const [kind, button] of [
    ['csv', 'Ekspor CSV'],
    ['xlsx', 'Ekspor Excel'],
  ] as const) {
    await page.goto('/admin/products');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^produk-\d{4}-\d{2}-\d{2}\.(csv|xlsx)$/);
    const path = join(test.info().outputDir, `produk.${kind}`);
    await saved.saveAs(path);
    await page.goto('/admin/products/import');
    await file.setInputFiles(path);
    await expect(page.getByText('Isi file ini sama dengan toko.')).toBeVisible();
  }
});

test('categories are created, sorted and deleted', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/categories');
  const list = page.getByRole('list', { name: 'Kategori' });
  await expect(list.getByRole('listitem').first()).toBeVisible();
  await expectGoodScreen(page);
  const before = await list.getByRole('listitem').count();
  await page.getByRole('button', { name: 'Kategori baru' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nama').fill('Kategori Uji');
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  // For a category without a picture, the shop draws one.
  await expect(dialog).toBeHidden();
  await expect(list.getByRole('listitem')).toHaveCount(before + 1);
  await page.getByRole('button', { name: 'Ubah Kategori Uji' }).click();
  await expect(dialog.getByRole('img', { name: 'Gambar' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Tanpa gambar' }).click();
  await dialog.getByLabel('Gambar', { exact: true }).setInputFiles(pictures[0] ?? '');
  await expect(dialog.getByRole('img', { name: 'Gambar' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expect(dialog).toBeHidden();
  await expect(list.getByRole('listitem')).toHaveCount(before + 1);
  const ordered = page.waitForResponse(/\/api\/admin\/categories\/order$/);
  const number = before + 1;
  await moveByKeys(
    page,
    'Kategori Uji',
    'ArrowUp',
    `${number} dari ${number}`,
    `${before} dari ${number}`,
  );
  expect((await ordered).status()).toBe(200);
  await expect(list.getByRole('listitem').nth(before - 1)).toContainText('Kategori Uji');
  await page.reload();
  await expect(list.getByRole('listitem').nth(before - 1)).toContainText('Kategori Uji');

  await page.getByRole('button', { name: 'Ubah Kategori Uji' }).click();
  await dialog.getByLabel('Nama').fill('Kategori Lain');
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expect(dialog).toBeHidden();
  await list
    .getByRole('button', { name: /^Hapus/ })
    .first()
    .click();
  await expect(dialog.getByText(/^\d+ produk ada di sini\./)).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Lihat produknya' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Batal' }).click();
  await page.getByRole('button', { name: 'Hapus Kategori Lain' }).click();
  await dialog.getByRole('button', { name: 'Hapus' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(before);
});
