/** Setup from an empty database to the first parcel, as in the README, without a line of SQL. */
import { expectAccessible } from './axe';
import { pictures } from './catalogue';
import { enrol } from './factor';
import { expect, expectNoSidewaysScroll, expectNotice, logIn, test } from './shop';
import { checkOutAll, fillCheckout, saveSection } from './steps';

test.use({ empty: true });

test('a new shop sells and ships its first product', async ({ page, browser, shop }, info) => {
  test.slow();
  await logIn(page, 'admin@ksmart.test');
  await page.goto('/admin');
  await test.step('the owner sets up a second factor', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Satu langkah lagi');
    await enrol(page);
  });
  const setup = page.getByRole('region', { name: 'Persiapan toko' });
  await expect(setup.getByRole('link', { name: 'Isi nama dan kontak toko' })).toBeVisible();

  await test.step('empty product lists are hidden', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Selamat datang di Toko Baru.',
    );
    await expect(page.getByRole('heading', { name: 'Semua Produk' })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Paling Laris' })).toBeHidden();
    await page.goto('/all-product');
    await expect(page.getByRole('main').getByText('Produk tidak ditemukan.').last()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Lihat semua produk' })).toBeHidden();
    await page.goto('/admin');
  });

  await test.step('the owner enters the name and address', async () => {
    await setup.getByRole('link', { name: 'Isi nama dan kontak toko' }).click();
    await page.getByLabel('Nama toko').fill('Toko Sehat');
    await page.getByLabel('Alamat', { exact: true }).fill('Jl. Melati 1, Bandung');
    await page.getByLabel('Telepon').fill('022-123456');
    await saveSection(page, 'Toko dan kontak');
    // Saving requires a choice, because the program's default origin need not be the shop's place.
    const origin = page.getByRole('region', { name: 'Pengiriman', exact: true });
    await origin.getByRole('button', { name: 'Simpan' }).click();
    await expect(origin.getByText('Pilih asal pengiriman dari daftar.').first()).toBeVisible();
    await page.getByRole('combobox', { name: 'Asal pengiriman' }).fill('tebet');
    await page.getByRole('option', { name: /tebet/i }).first().click();
    await saveSection(page, 'Pengiriman');
  });

  await test.step('the owner creates a category and a product', async () => {
    await page.goto('/admin');
    await setup.getByRole('link', { name: 'Buat kategori pertama' }).click();
    await page.getByRole('button', { name: 'Kategori baru' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Kategori baru' });
    await dialog.getByLabel('Nama').fill('Perawatan');
    await dialog.getByLabel('Gambar').setInputFiles(pictures[0] ?? '');
    await expect(dialog.getByRole('img', { name: 'Gambar' })).toBeVisible();
    await dialog.getByRole('button', { name: /Buat|Simpan/ }).click();
    await expect(dialog).toBeHidden();

    await page.goto('/admin');
    await setup.getByRole('link', { name: 'Buat produk pertama dengan gambar' }).click();
    await page.getByLabel('Nama', { exact: true }).fill('Deodoran Tawas');
    await page.getByLabel('Kategori', { exact: true }).selectOption('Perawatan');
    await page.getByLabel('Harga (Rp)').fill('25.000');
    await page.getByLabel('BV (poin)').fill('12');
    await page.getByLabel('Berat kirim (gram)').fill('250');
    await page.getByLabel('Stok awal').fill('3');
    await page.getByLabel('Tambah Gambar galeri').setInputFiles(pictures);
    await expect(page.getByRole('img', { name: 'Gambar galeri 2' })).toBeVisible();
    await page.getByRole('button', { name: 'Buat produk' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deodoran Tawas');
  });

  await test.step('the owner starts recurring periods', async () => {
    await page.goto('/admin');
    await setup.getByRole('link', { name: 'Buka periode BV' }).click();
    await expect(page.getByText('toko tidak dapat menerima pesanan')).toBeVisible();
    await page.getByLabel('Pola nama').fill('BV {bulan} {tahun}');
    await page.getByRole('button', { name: 'Mulai periode berulang' }).click();
    await expect(page.getByText('Setiap bulan, mulai tanggal 1.')).toBeVisible();
    await expect(page.getByText('toko tidak dapat menerima pesanan')).toBeHidden();
    await page.getByRole('link', { name: 'Semua periode' }).click();
    await expect(page.getByRole('row', { name: /BV .* Terbuka/ })).toHaveCount(1);
  });

  await test.step('a trial order is placed and discarded', async () => {
    await page.goto('/admin');
    await setup.getByRole('link', { name: 'Pesanan percobaan' }).click();
    await page.getByRole('link', { name: 'Lihat Deodoran Tawas' }).click();
    await page.getByRole('button', { name: 'Beli Sekarang' }).click();
    await expect(page.getByText('Pesanan Anda menjadi pesanan percobaan')).toBeVisible();
    await page.getByLabel('No. HP').fill('081234567890');
    await page.getByLabel('Alamat', { exact: true }).fill('Jl. Kenanga 5');
    await fillCheckout(page);
    await page.getByRole('button', { name: 'Bayar Sekarang' }).click();
    await page.waitForURL(/\/sandbox\//);
    await page.getByRole('button', { name: 'Bayar', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Pembayaran Berhasil' })).toBeVisible();

    await page.goto('/admin');
    await expect(page.getByText('Belum ada penjualan')).toBeVisible();
    await setup.getByRole('link', { name: /^KS-/ }).click();
    const status = page.getByRole('region', { name: 'Status' });
    await expect(status).toContainText('Kembalikan dananya lebih dulu, lalu buang.');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await status.getByRole('button', { name: 'Kembalikan dana' }).click();
    const refund = page.getByRole('dialog');
    await refund.getByRole('textbox').fill('Percobaan');
    await refund.getByRole('button', { name: /dana/i }).click();
    await status.getByRole('button', { name: 'Buang pesanan' }).click();
    await expectNotice(page, 'Pesanan percobaan dibuang.', () =>
      page.getByRole('button', { name: 'Ya, buang' }).click(),
    );
    await expect(page.getByText('Belum ada pesanan', { exact: true })).toBeVisible();

    await page.goto('/admin/stock');
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.goto('/my-order');
    await expect(page.getByText('Tidak ada pesanan.')).toBeVisible();
    await page.goto('/admin');
    const tried = setup.getByRole('listitem').filter({ hasText: 'Pesanan percobaan' });
    await expect(tried.getByRole('img', { name: 'Selesai' })).toBeVisible();
  });

  const context = await browser.newContext({ baseURL: shop });
  const shopper = await context.newPage();
  await test.step('the owner publishes a text and opens the shop', async () => {
    await shopper.goto('/');
    await expect(shopper.getByRole('heading', { level: 1, name: 'Segera hadir' })).toBeVisible();
    await page.goto('/admin');
    await setup.getByRole('link', { name: 'Kenapa Harus Toko Sehat?' }).click();
    // The draft marks the facts that only the owner knows; it cannot be published until the owner
    // has filled them in.
    const publish = page.getByRole('button', { name: 'Terbitkan' });
    await publish.click();
    const refused = page.getByText(/^Masih ada yang perlu Anda isi: .* memilih Toko Sehat/);
    await expect(refused.first()).toBeVisible();
    await expectAccessible(page);
    const body = page.getByRole('textbox', { name: 'Isi' });
    await body.fill(
      (await body.inputValue()).replaceAll(/\[\[ISI: (.*?)\]\]/g, 'Kami menulis $1.'),
    );
    await expectNotice(page, 'Halaman diterbitkan.', () => publish.click());
    await page.goto('/admin');
    await expect(setup.getByRole('link', { name: 'Tentang Kami' })).toBeVisible();
    await setup.getByRole('button', { name: 'Buka toko' }).click();
    await expectNotice(page, 'Toko sudah dibuka.', () =>
      page.getByRole('button', { name: 'Ya, buka' }).click(),
    );
    await shopper.reload();
    await expect(shopper.getByRole('heading', { level: 1 })).toHaveText(
      'Selamat datang di Toko Sehat.',
    );
    const foot = shopper.getByRole('contentinfo');
    await expect(foot.getByRole('link', { name: 'Kenapa Harus Toko Sehat?' })).toBeVisible();
    await expect(foot.getByRole('link', { name: 'Cara Berbelanja' })).toBeHidden();
  });

  await test.step('a visitor registers, buys and pays', async () => {
    const email = `ayu.${info.project.name.replaceAll(/\W+/g, '')}@ksmart.test`;
    await shopper.goto('/register');
    await shopper.getByLabel('Foto profil').setInputFiles(pictures[0] ?? '');
    await shopper.getByLabel('Nama').fill('Ayu Lestari');
    await shopper.getByLabel('Email').fill(email);
    await shopper.getByLabel('Password', { exact: true }).fill('ksmart-demo');
    await shopper.getByLabel('Konfirmasi password', { exact: true }).fill('ksmart-demo');
    await shopper.getByLabel('No. HP').fill('081234567890');
    await shopper.getByLabel('Tanggal lahir').fill('1995-05-17');
    await shopper.getByLabel('Bank', { exact: true }).selectOption('BCA');
    await shopper.getByLabel('No. rekening').fill('1234567890');
    await shopper.getByLabel('Alamat').fill('Jl. Kenanga No. 5, Tebet');
    await shopper.getByLabel('Saya belum punya leader').check();
    await shopper.getByRole('button', { name: 'Register' }).click();
    await expect(shopper).toHaveURL(/\/login$/);
    await shopper.getByLabel('Email').fill(email);
    await shopper.getByLabel('Password', { exact: true }).fill('ksmart-demo');
    await shopper.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await expect(shopper.getByRole('link', { name: 'Akun saya' })).toBeVisible();

    await shopper.goto('/all-product');
    await shopper.getByRole('link', { name: 'Lihat Deodoran Tawas' }).click();
    await expectNotice(shopper, 'Produk ditambahkan ke keranjang.', () =>
      shopper.getByRole('button', { name: 'Keranjang' }).click(),
    );
    await checkOutAll(shopper);
    await fillCheckout(shopper);
    await shopper.getByRole('button', { name: 'Bayar Sekarang' }).click();
    await shopper.waitForURL(/\/sandbox\//);
    await shopper.getByRole('button', { name: 'Bayar', exact: true }).click();
    await expect(shopper.getByRole('heading', { name: 'Pembayaran Berhasil' })).toBeVisible();
    await shopper.getByRole('link', { name: 'Lihat pesanan' }).click();
    await expect(shopper.getByText('Pembayaran berhasil')).toBeVisible();
  });

  await test.step('the order is packed and shipped', async () => {
    await page.goto('/admin/orders?waiting=pack');
    const orders = page.getByRole('table', { name: 'Pesanan' });
    await orders.getByRole('link', { name: /^KS-/ }).click();
    const status = page.getByRole('region', { name: 'Status' });
    await status.getByRole('button', { name: 'Kemas pesanan' }).click();
    await expect(status.getByText('Dikemas')).toBeVisible();
    await status.getByRole('button', { name: 'Kirim pesanan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Kirim pesanan' });
    await dialog.getByLabel('Nomor resi').fill('RESI-PERTAMA-1');
    await dialog.getByRole('button', { name: 'Kirim' }).click();
    await expect(status.getByText('Dikirim')).toBeVisible();
  });

  await shopper.reload();
  await expect(shopper.getByText('RESI-PERTAMA-1')).toBeVisible();
  await expect(shopper.getByRole('contentinfo')).toContainText('Jl. Melati 1, Bandung');
  await context.close();
});
