/** Every screen of the admin, by its address alone. */
import { expectGoodScreen } from './axe';
import { enter } from './member';
import { expect, test } from './shop';

const screens = [
  ['', 'Hari ini'],
  ['orders', 'Pesanan'],
  ['products', 'Produk'],
  ['products/new', 'Produk baru'],
  ['products/import', 'Impor produk'],
  ['products/1', 'Klorofil Mint'],
  ['categories', 'Kategori'],
  ['stock', 'Stok'],
  ['vouchers', 'Voucher'],
  ['vouchers/new', 'Voucher baru'],
  ['vouchers/1', 'KSMARTBARU'],
  ['banners', 'Banner'],
  ['banners/1', 'Banner'],
  ['popup-vouchers', 'Popup voucher'],
  ['popup-vouchers/1', 'Popup voucher'],
  ['reviews', 'Ulasan'],
  ['pages', 'Halaman'],
  ['pages/why', 'Kenapa Harus K-Link?'],
  ['members', 'Anggota'],
  ['network', 'Jaringan'],
  ['periods', 'Periode BV'],
  ['periods/new', 'Periode baru'],
  // Its name is made of the day on which the demo was.
  ['periods/1', / \d{4} – /],
  ['compensation', 'Rencana kompensasi'],
  ['compensation/new', 'Versi baru rencana kompensasi'],
  ['payouts', 'Pembayaran bonus'],
  ['payouts/new', 'Siapkan pembayaran'],
  ['staff', 'Pengelola'],
  ['audit', 'Catatan perubahan'],
  ['settings', 'Pengaturan'],
] as const;

test.beforeEach(({ page }) => enter(page, 'admin@ksmart.test'));

for (const [path, heading] of screens)
  test(`/admin/${path} is a good screen`, async ({ page }) => {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expectGoodScreen(page);
  });
