/** Keyboard-only use of the office: banners, popups, settings and the brand. */
import { fileURLToPath } from 'node:url';
import { pictures } from './catalogue';
import { enter } from './member';
import { expect, expectNotice, test } from './shop';
import { choose, expectFocus, lift, press, tabTo, type } from './steps';

// Changes here would break other tests.
test.use({ own: true });

test('banners and popups are created and deleted', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  const picture = fileURLToPath(new URL('../public/icon-512.png', import.meta.url));
  await page.goto('/admin/banners');
  await press(page, page.getByRole('link', { name: 'Buat banner' }));
  // The missing field is reported, and has the focus.
  await press(page, page.getByRole('button', { name: 'Buat banner' }));
  const upload = page.getByLabel('Gambar', { exact: true });
  await expect(upload).toBeFocused();
  await choose(page, upload, picture);
  await expect(page.getByRole('img', { name: 'Gambar' })).toBeVisible();
  await expectFocus(page);
  await type(page, page.getByLabel('Teks pengganti gambar'), 'Tanpa tetikus');
  await type(page, page.getByRole('combobox', { name: 'Cari tujuan' }), 'klorofil');
  await expect(page.getByRole('option', { name: /Klorofil Mint/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Tautan')).toHaveValue('/product/1-klorofil-mint');
  await press(page, page.getByRole('button', { name: 'Buat banner' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Banner', exact: true })).toBeVisible();
  await expectFocus(page);
  const names = page.getByRole('list', { name: 'Banner' }).getByRole('link');
  await expect(names.last()).toHaveText('Tanpa tetikus');
  const handle = page.getByRole('button', { name: 'Urutkan Tanpa tetikus' });
  await tabTo(page, handle);
  await lift(page, 'Tanpa tetikus', '7 dari 7');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Tanpa tetikus sekarang di posisi 6 dari 7.')).toBeAttached();
  await expectNotice(page, 'Urutan disimpan.', () => page.keyboard.press('Space'));
  await expect(names.nth(5)).toHaveText('Tanpa tetikus');
  await expect(handle).toBeFocused();
  await press(page, names.nth(5));
  await press(page, page.getByRole('button', { name: 'Hapus', exact: true }));
  await expectNotice(page, 'Sudah dihapus.', () =>
    press(page, page.getByRole('dialog').getByRole('button', { name: 'Ya, hapus' })),
  );
  await expect(page.getByRole('link', { name: 'Tanpa tetikus' })).toHaveCount(0);
  await expectFocus(page);

  await page.goto('/admin/popup-vouchers');
  await press(page, page.getByRole('link', { name: 'Buat popup' }));
  await press(page, page.getByRole('button', { name: 'Buat popup' }));
  const voucher = page.getByRole('combobox', { name: 'Voucher' });
  await expect(voucher).toBeFocused();
  await page.keyboard.type('ngopi');
  await expect(page.getByRole('option', { name: /NGOPI5/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(voucher).toHaveValue('NGOPI5');
  await choose(page, page.getByLabel('Gambar', { exact: true }), picture);
  await expect(page.getByRole('img', { name: 'Gambar' })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Buat popup' }));
  const made = page.getByRole('listitem').filter({ hasText: 'NGOPI5' });
  await expect(made).toBeVisible();
  await expectFocus(page);
  await press(page, made.getByRole('link'));
  await press(page, page.getByRole('button', { name: 'Hapus', exact: true }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Ya, hapus' }));
  await expect(made).toHaveCount(0);
  await expectFocus(page);
});

test('settings and brand are saved', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/settings');
  const save = (title: string) =>
    page.getByRole('region', { name: title }).getByRole('button', { name: 'Simpan' });
  const origin = page.getByRole('combobox', { name: 'Asal pengiriman' });
  await type(page, origin, 'coblong dago');
  await expect(page.getByRole('option', { name: /Dago, Coblong/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(origin).toHaveValue(/^Dago, Coblong/);
  await expectNotice(page, 'Pengaturan disimpan.', () => press(page, save('Pengiriman')));
  await type(page, page.getByLabel('Batas stok menipis (pcs)'), 'tiga');
  await tabTo(page, page.getByLabel('Pemesanan minimal produk'));
  await page.keyboard.press('ArrowDown');
  await press(page, save('Harga, stok, dan pesanan'));
  // The invalid field has the focus, and Enter in it saves.
  await expect(page.getByLabel('Batas stok menipis (pcs)')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('3');
  await expectNotice(page, 'Pengaturan disimpan.', () => page.keyboard.press('Enter'));
  await expectFocus(page);
  await page.reload();
  await expect(page.getByLabel('Pemesanan minimal produk')).toHaveValue('true');
  await expect(page.getByLabel('Batas stok menipis (pcs)')).toHaveValue('3');

  const state = page.getByRole('region', { name: 'Buka atau tutup' });
  await press(page, state.getByRole('button', { name: 'Tutup toko' }));
  await expectNotice(page, 'Toko ditutup.', () =>
    press(page, page.getByRole('dialog').getByRole('button', { name: 'Ya, tutup' })),
  );
  await expectFocus(page);
  await press(page, state.getByRole('link', { name: /^Lihat yang masih kurang/ }));
  await press(page, page.getByRole('button', { name: 'Buka toko' }));
  await expectNotice(page, 'Toko sudah dibuka.', () =>
    press(page, page.getByRole('dialog').getByRole('button', { name: 'Ya, buka' })),
  );
  await expectFocus(page);

  await page.goto('/admin/brand');
  await type(page, page.getByLabel('Judul beranda'), 'Tanpa tetikus.');
  await choose(page, page.getByLabel('Logo', { exact: true }), pictures[0] ?? '');
  await expect(page.getByRole('img', { name: 'Logo', exact: true })).toBeVisible();
  await expectFocus(page);
  await expectNotice(page, 'Merek disimpan.', () =>
    press(page, page.getByRole('button', { name: 'Simpan' })),
  );
  await expectFocus(page);
});
