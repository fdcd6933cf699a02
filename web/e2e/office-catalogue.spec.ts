/** The catalogue in the back office: products, stock, tables and categories, as whoever keeps them works. */
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { expectGoodScreen } from './axe';
import { expect, logIn, test } from './shop';

const picture = (name: string) =>
  fileURLToPath(new URL(`../../server/demo/images/${name}.webp`, import.meta.url));
const pictures = [1, 2].map((number) => picture(`deodoran-tawas-50-ml-${number}`));

const csv = (...lines: string[]) => ({
  name: 'produk.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`),
});

/** Moves what a handle holds by keys, as far as the announcements say. */
async function moveByKeys(page: Page, handle: Locator, key: string, reached: RegExp) {
  const said = page.locator('[id^=DndLiveRegion]');
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(said.filter({ hasText: /diangkat|sekarang di/ })).toHaveCount(1);
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(said.filter({ hasText: reached })).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect(said.filter({ hasText: /diletakkan/ })).toHaveCount(1);
}

async function fillProduct(page: Page, name: string) {
  await page.getByLabel('Nama', { exact: true }).fill(name);
  await page.getByLabel('Kategori', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Harga (Rp)').fill('25.000');
  await page.getByLabel('BV (poin)').fill('12');
  await page.getByLabel('Berat kirim (gram)').fill('250');
}

async function makeProduct(page: Page, name: string) {
  await page.goto('/admin/products/new');
  await fillProduct(page, name);
  await page.getByRole('button', { name: 'Buat produk' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

test('a product is made with pictures and variants, and the shop has it', async ({ page }) => {
  await logIn(page, 'admin@ksmart.test');
  await page.goto('/admin/products');
  await expect(page.getByRole('table', { name: 'Produk' })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Produk baru' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Produk baru');
  await page.getByRole('button', { name: 'Buat produk' }).click();
  await expect(page.getByLabel('Nama', { exact: true })).toBeFocused();
  await expect(page.getByText('Harga wajib diisi.')).toBeVisible();
  await fillProduct(page, 'Deodoran Baru');
  await page.getByLabel('Stok awal').fill('30');

  const broken = { name: 'rusak.png', mimeType: 'image/png', buffer: Buffer.from('bukan gambar') };
  const gallery = page.getByLabel('Tambah Gambar galeri');
  await gallery.setInputFiles(pictures);
  await expect(page.getByRole('img', { name: 'Gambar galeri 2' })).toBeVisible();
  await gallery.setInputFiles(broken);
  await expect(page.getByText(/rusak\.png: Hanya file gambar/)).toBeVisible();
  await page.getByRole('button', { name: 'Lewati' }).click();
  const shown = page.getByRole('list', { name: 'Gambar galeri' }).getByRole('img');
  const first = await shown.first().getAttribute('src');
  const second = await shown.nth(1).getAttribute('src');
  const handle = page.getByRole('button', { name: 'Urutkan Gambar galeri 2' });
  await moveByKeys(page, handle, 'ArrowLeft', /sekarang di posisi 1 dari 2/);
  await expect(shown.first()).toHaveAttribute('src', second ?? '');
  await expect(shown.nth(1)).toHaveAttribute('src', first ?? '');

  await page.getByRole('button', { name: 'Tambah varian' }).click();
  await page.keyboard.type('Melati');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Mawar');
  await moveByKeys(
    page,
    page.getByRole('button', { name: 'Urutkan Mawar' }),
    'ArrowUp',
    /Mawar sekarang di posisi 1 dari 2/,
  );
  await expect(page.getByLabel('Nama varian 1')).toHaveValue('Mawar');
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Buat produk' }).click();
  await expect(page).toHaveURL(/\/admin\/products\/\d+$/);
  await expect(page.getByRole('link', { name: 'Stok 30' })).toBeVisible();
  await expectGoodScreen(page);

  await page.getByRole('link', { name: 'Lihat di toko' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deodoran Baru');
  await expect(page.getByText('Rp\u00a025.000').first()).toBeVisible();
  await expect(page.getByText('Mawar').first()).toBeVisible();
  await page.goto('/all-product?keyword=Deodoran+Baru');
  await expect(page.getByRole('main').getByText('Deodoran Baru')).toBeVisible();
});

test('the second of two who change a product is told, and keeps what was typed', async ({
  page,
  context,
}) => {
  await logIn(page, 'admin@ksmart.test');
  await makeProduct(page, 'Dua Tangan');
  const address = page.url();
  const other = await context.newPage();
  await other.goto(address);
  await other.getByLabel('Harga (Rp)').fill('27000');
  await page.getByLabel('Komposisi').fill('Air');
  await other.getByRole('button', { name: 'Simpan' }).click();
  await expect(other.getByText('Produk disimpan')).toBeVisible();

  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Yang diubah orang lain: Harga.')).toBeVisible();
  await expect(page.getByLabel('Komposisi')).toHaveValue('Air');
  // What was typed outlives a reload, too.
  await page.reload();
  await expect(page.getByText('Isian Anda yang belum disimpan masih ada di sini.')).toBeVisible();
  await expect(page.getByLabel('Komposisi')).toHaveValue('Air');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await page.getByRole('button', { name: 'Pakai versi terbaru' }).click();
  await expect(page.getByLabel('Harga (Rp)')).toHaveValue('27000');
  await page.getByLabel('Komposisi').fill('Air dan garam');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Produk disimpan')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Komposisi')).toHaveValue('Air dan garam');
  await expect(page.getByLabel('Harga (Rp)')).toHaveValue('27000');
});

test('an archived product leaves the shop and comes back; an unused one is deleted', async ({
  page,
}) => {
  await logIn(page, 'admin@ksmart.test');
  await makeProduct(page, 'Musiman');
  const shop = await page.getByRole('link', { name: 'Lihat di toko' }).getAttribute('href');
  await page.getByRole('button', { name: 'Arsipkan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Arsipkan' }).click();
  await expect(page.getByText('Diarsipkan', { exact: true })).toBeVisible();
  const address = page.url();
  await page.goto(shop ?? '');
  await expect(page.getByText('Produk tidak ditemukan!')).toBeVisible();
  await page.goto(address);
  await page.getByRole('button', { name: 'Jual lagi' }).click();
  await expect(page.getByRole('link', { name: 'Lihat di toko' })).toBeVisible();
  await page.goto(shop ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Musiman');
  await page.goto('/admin/products/1');
  await page.getByRole('button', { name: 'Hapus produk' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hapus' }).click();
  await expect(page.getByRole('dialog').getByText(/masih disebut di: pesanan/)).toBeVisible();
  await page.goto(address);
  await page.getByRole('button', { name: 'Hapus produk' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hapus' }).click();
  await expect(page).toHaveURL(/\/admin\/products$/);
  await page.getByLabel('Cari nama atau nomor').fill('Musiman');
  await expect(page.getByText('Tidak ada yang cocok')).toBeVisible();
});

test('stock is received and counted, and the books tell of it', async ({ page }) => {
  await logIn(page, 'admin@ksmart.test');
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
  // More than there are: refused, and the form stays.
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
  await expectGoodScreen(page);
});

test('a table is imported when all of its rows are good', async ({ page }) => {
  await logIn(page, 'admin@ksmart.test');
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
  await expect(errors).toContainText('Kategori “Entah” tidak ada.');
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
  await page.getByRole('button', { name: 'Terapkan 1 perubahan' }).click();
  await expect(page.getByRole('heading', { name: 'Sudah disimpan' })).toBeVisible();
  await page.getByRole('link', { name: 'Ke daftar produk' }).click();
  await expect(page.getByRole('link', { name: /Impor Satu/ })).toBeVisible();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Ekspor CSV' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^produk-\d{4}-\d{2}-\d{2}\.csv$/);
  // What was exported changes nothing when it comes back.
  await page.goto('/admin/products/import');
  await file.setInputFiles(await saved.path());
  await expect(page.getByText('Isi file ini sama dengan toko.')).toBeVisible();
});

test('categories are made, put in order by keys, renamed and deleted', async ({ page }) => {
  await logIn(page, 'admin@ksmart.test');
  await page.goto('/admin/categories');
  const list = page.getByRole('list', { name: 'Kategori' });
  await expect(list.getByRole('listitem').first()).toBeVisible();
  await expectGoodScreen(page);
  const before = await list.getByRole('listitem').count();
  await page.getByRole('button', { name: 'Kategori baru' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nama').fill('Kategori Uji');
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expect(dialog.getByText('Pilih gambarnya.').first()).toBeVisible();
  await dialog.getByLabel('Gambar', { exact: true }).setInputFiles(pictures[0] ?? '');
  await expect(dialog.getByRole('img', { name: 'Gambar' })).toBeVisible();
  await expectGoodScreen(page);
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expect(dialog).toBeHidden();
  await expect(list.getByRole('listitem')).toHaveCount(before + 1);
  await moveByKeys(
    page,
    page.getByRole('button', { name: 'Urutkan Kategori Uji' }),
    'ArrowUp',
    new RegExp(`Kategori Uji sekarang di posisi ${before} dari`),
  );
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
  await dialog.getByRole('button', { name: 'Hapus' }).click();
  await expect(dialog.getByText(/Kategori ini masih berisi \d+ produk/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Batal' }).click();
  await page.getByRole('button', { name: 'Hapus Kategori Lain' }).click();
  await dialog.getByRole('button', { name: 'Hapus' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(before);
});
