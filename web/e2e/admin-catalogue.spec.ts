/** Products in the office, as used by catalogue administrators. */
import { expectAccessible, expectGoodScreen } from './axe';
import { fillProduct, makeProduct, moveByKeys, pictures } from './catalogue';
import { enter } from './member';
import { expect, expectNoSidewaysScroll, expectNotice, test } from './shop';

test('a new product appears in the shop', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/products');
  await expect(page.getByRole('table', { name: 'Produk' })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Produk baru' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Produk baru');
  await expectGoodScreen(page);
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
  await moveByKeys(page, 'Gambar galeri 2', 'ArrowLeft', '2 dari 2', '1 dari 2');
  await expect(shown.first()).toHaveAttribute('src', second ?? '');
  await expect(shown.nth(1)).toHaveAttribute('src', first ?? '');

  await page.getByRole('button', { name: 'Tambah varian' }).click();
  await page.keyboard.type('Melati');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Mawar');
  await moveByKeys(page, 'Mawar', 'ArrowUp', '2 dari 2', '1 dari 2');
  await expect(page.getByLabel('Nama varian 1')).toHaveValue('Mawar');
  // Layout shifts are not checked here, because the uploads have moved the content below.
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Buat produk' }).click();
  await expect(page).toHaveURL(/\/admin\/products\/\d+$/);
  // Reloaded, because the uploads above have shifted the layout of this document.
  await page.reload();
  await expect(page.getByRole('link', { name: 'Stok 30' })).toBeVisible();
  await expectGoodScreen(page);

  await page.getByRole('link', { name: 'Lihat di toko' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deodoran Baru');
  await expect(page.getByText('Rp\u00a025.000').first()).toBeVisible();
  await expect(page.getByText('Mawar').first()).toBeVisible();
  await page.goto('/all-product?keyword=Deodoran+Baru');
  await expect(page.getByRole('heading', { name: 'Deodoran Baru', exact: true })).toBeVisible();
});

test('a product edit shows changes by others', async ({ page, context }) => {
  await enter(page, 'admin@ksmart.test');
  await makeProduct(page, 'Dua Tangan');
  const address = page.url();
  const other = await context.newPage();
  await other.goto(address);
  await other.getByLabel('Harga (Rp)').fill('27000');
  await page.getByLabel('Komposisi').fill('Air');
  await expectNotice(other, 'Produk disimpan', () =>
    other.getByRole('button', { name: 'Simpan' }).click(),
  );

  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Yang diubah orang lain: Harga.')).toBeVisible();
  await expect(page.getByLabel('Komposisi')).toHaveValue('Air');
  // The draft survives a reload, and is applied over the values saved by the other administrator.
  await page.reload();
  await expect(page.getByText('Isian Anda yang belum disimpan masih ada di sini.')).toBeVisible();
  await expect(page.getByLabel('Komposisi')).toHaveValue('Air');
  await expect(page.getByLabel('Harga (Rp)')).toHaveValue('27.000');
  // Now both edit the same field.
  await page.getByLabel('Harga (Rp)').fill('29000');
  await other.getByLabel('Harga (Rp)').fill('28000');
  await expectNotice(other, 'Produk disimpan', () =>
    other.getByRole('button', { name: 'Simpan' }).click(),
  );
  await page.getByRole('button', { name: 'Simpan' }).click();
  await page.getByRole('button', { name: 'Pakai versi terbaru' }).click();
  await expect(page.getByLabel('Harga (Rp)')).toHaveValue('28.000');
  await page.getByLabel('Komposisi').fill('Air dan garam');
  await expectNotice(page, 'Produk disimpan', () =>
    page.getByRole('button', { name: 'Simpan' }).click(),
  );
  await page.reload();
  await expect(page.getByLabel('Komposisi')).toHaveValue('Air dan garam');
  await expect(page.getByLabel('Harga (Rp)')).toHaveValue('28.000');
});

test('an archived product leaves the shop', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
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
  await page.getByLabel('Cari nama, nomor, SKU, atau barcode').fill('Musiman');
  await expect(page.getByText('Tidak ada yang cocok')).toBeVisible();
});

test('a product is copied without its SKU and stock', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/products/new');
  await fillProduct(page, 'Teh Asal');
  await page.getByLabel('SKU', { exact: true }).fill('ASAL-1');
  await page.getByLabel('Rak', { exact: true }).fill('B2');
  await page.getByLabel('Stok awal').fill('9');
  await page.getByRole('button', { name: 'Tambah varian' }).click();
  await page.keyboard.type('Melati');
  await page.getByRole('button', { name: 'Buat produk' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Teh Asal');
  const original = page.url();
  await page.getByRole('link', { name: 'Salin', exact: true }).click();
  await expect(page.getByText('Salinan dari Teh Asal.')).toBeVisible();
  await expect(page.getByLabel('Nama', { exact: true })).toHaveValue('Teh Asal (salinan)');
  await expect(page.getByLabel('SKU', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Stok awal')).toHaveValue('');
  // Opened by its address, the page is the same, and its layout does not shift.
  await page.reload();
  await expect(page.getByLabel('Rak', { exact: true })).toHaveValue('B2');
  await expectGoodScreen(page);
  await page.getByLabel('Nama', { exact: true }).fill('Teh Kedua');
  await page.getByRole('button', { name: 'Buat produk' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Teh Kedua');
  expect(page.url()).not.toBe(original);
  await expect(page.getByRole('link', { name: 'Stok 0' })).toBeVisible();
  await expect(page.getByLabel('Harga (Rp)')).toHaveValue('25.000');
  await expect(page.getByLabel('Nama varian 1')).toHaveValue('Melati');
  await page.goto(original);
  await expect(page.getByLabel('SKU', { exact: true })).toHaveValue('ASAL-1');

  await page.goto('/admin/products/new?from=999999');
  await expect(page.getByText('Produk tidak ditemukan!')).toBeVisible();
});
