/**
 * Keyboard-only use of the office: many orders at once, goods and their stock, displayed content,
 * members, and bonuses.
 */
import { fileURLToPath } from 'node:url';
import { pictures } from './catalogue';
import { enter, Member } from './member';
import { expect, expectNotice, test } from './shop';
import { choose, expectFocus, press, tabTo, type } from './steps';

// Changes here would break other tests.
test.use({ own: true });

/** Number of parcels that a courier takes at once. */
const PARCELS = 20;

/** Number of products of a supplier. */
const ROWS = 300;

test('many orders are packed and shipped at once', async ({ page, request }) => {
  test.slow();
  const buyer = await Member.logIn(request, 'lina.marlina@ksmart.test');
  for (let n = 0; n < PARCELS; n += 1) await buyer.order('Teh Rosella', 1, 'cod');
  await enter(page, 'admin@ksmart.test');
  const bar = page.getByRole('region', { name: 'Pesanan yang dipilih' });
  const chooseAll = async (waiting: string) => {
    await page.goto(`/admin/orders?waiting=${waiting}&search=lina`);
    await press(page, page.getByRole('checkbox', { name: /^Pilih semua/ }), 'Space');
    await expect(bar.getByRole('status')).toContainText(`${PARCELS} pesanan dipilih`);
  };
  await chooseAll('pack');
  await press(page, bar.getByRole('button', { name: 'Kemas' }));
  const packing = page.getByRole('dialog', { name: 'Kemas pesanan' });
  await press(page, packing.getByRole('button', { name: 'Kemas' }));
  await expect(packing.getByText(`${PARCELS} berhasil, 0 gagal.`)).toBeVisible();
  await press(page, packing.getByRole('button', { name: 'Tutup' }));
  await expect(packing).toBeHidden();
  await expectFocus(page);

  await chooseAll('ship');
  await press(page, bar.getByRole('button', { name: 'Kirim' }));
  const shipping = page.getByRole('dialog', { name: 'Kirim pesanan' });
  const fields = shipping.getByLabel(/^Resi /);
  await expect(fields).toHaveCount(PARCELS);
  // The scanner types a number and Enter, while no one watches the screen.
  await expect(fields.first()).toBeFocused();
  for (let n = 0; n < PARCELS; n += 1) {
    await page.keyboard.type(`JP${900 + n}`);
    await page.keyboard.press('Enter');
  }
  await expect(fields.first()).toHaveValue('JP900');
  await expect(fields.last()).toHaveValue(`JP${900 + PARCELS - 1}`);
  await press(page, shipping.getByRole('button', { name: 'Kirim', exact: true }));
  await press(page, shipping.getByRole('button', { name: 'Ya, kirim' }));
  await expect(shipping.getByText(`${PARCELS} berhasil, 0 gagal.`)).toBeVisible();
  await press(page, shipping.getByRole('button', { name: 'Tutup' }));
  await expect(shipping).toBeHidden();
  await expectFocus(page);

  await page.goto('/admin/orders?shipment=dikirim&search=lina');
  await press(page, page.getByRole('checkbox', { name: /^Pilih KS-/ }).first(), 'Space');
  await press(page, bar.getByRole('link', { name: 'Label' }));
  await expect(page.getByRole('article', { name: /^Label KS-/ })).toContainText(/JP9\d\d/);
  await press(page, page.getByRole('link', { name: 'Slip', exact: true }));
  await expect(page.getByRole('article', { name: /^Slip KS-/ })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Cetak' }));
});

test('products are created, edited and imported', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/products');
  await press(page, page.getByRole('link', { name: 'Produk baru' }));
  await type(page, page.getByLabel('Nama', { exact: true }), 'Teh Tanpa Tetikus');
  // The missing field is reported, and has the focus.
  await press(page, page.getByRole('button', { name: 'Buat produk' }));
  await expect(page.getByLabel('Kategori', { exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await type(page, page.getByLabel('Harga (Rp)'), '25.000');
  await type(page, page.getByLabel('BV (poin)'), '12');
  await type(page, page.getByLabel('Berat kirim (gram)'), '250');
  await choose(page, page.getByLabel('Tambah Gambar galeri'), pictures[0] ?? '');
  await expect(page.getByRole('img', { name: 'Gambar galeri 1' })).toBeVisible();
  await expectFocus(page);
  await press(page, page.getByRole('button', { name: 'Buat produk' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Teh Tanpa Tetikus');
  await expectFocus(page);
  await type(page, page.getByLabel('Harga (Rp)'), '26.000');
  await expectNotice(page, 'Produk disimpan', () =>
    press(page, page.getByRole('button', { name: 'Simpan' })),
  );
  await expectFocus(page);

  await page.goto('/admin/stock');
  await press(page, page.getByRole('button', { name: 'Ubah stok' }));
  const dialog = page.getByRole('dialog');
  await type(page, dialog.getByLabel('Produk'), 'Tanpa Tetikus');
  await expect(dialog.getByRole('option', { name: /Tanpa Tetikus/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await type(page, dialog.getByLabel('Jumlah yang diterima'), '24');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Ubah stok' })).toBeFocused();

  // A supplier's table with faults; once they are corrected, all of it is imported.
  await page.goto('/admin/products/import');
  const rows = (fault: (n: number) => boolean) =>
    Array.from(
      { length: ROWS },
      (_, n) => `Impor ${n + 1};Kopi & Teh;${fault(n) ? 'abc' : '15.000'};3;100;5`,
    );
  const table = (fault: (n: number) => boolean) => ({
    name: 'produk.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['nama;kategori;harga;bv;berat_gram;stok_awal', ...rows(fault)].join('\r\n'),
    ),
  });
  await choose(
    page,
    page.getByLabel('Pilih file CSV'),
    table((n) => n % 50 === 7),
  );
  const mistakes = page.getByRole('table', { name: 'Kesalahan' });
  await expect(mistakes.locator('tbody tr')).toHaveCount(ROWS / 50);
  await expect(mistakes).toContainText('Baris 9');
  await expectFocus(page);
  await choose(
    page,
    page.getByLabel('Pilih file lain'),
    table(() => false),
  );
  await press(page, page.getByRole('button', { name: `Terapkan ${ROWS} perubahan` }));
  await expect(page.getByRole('heading', { name: 'Sudah disimpan' })).toBeVisible();
  await expectFocus(page);
  await press(page, page.getByRole('link', { name: 'Ke daftar produk' }));
  await expect(page.getByRole('link', { name: /Impor \d+/ }).first()).toBeVisible();
});

test('a voucher is edited and a member suspended', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/vouchers');
  await press(page, page.getByRole('link', { name: 'NGOPI5' }));
  await type(page, page.getByLabel('Judul', { exact: true }), 'Tanpa tetikus');
  await press(page, page.getByRole('button', { name: 'Simpan' }));
  await expect(page.getByText('Voucher NGOPI5 disimpan.')).toBeVisible();
  await expectFocus(page);

  await page.goto('/admin/pages');
  await press(page, page.getByRole('link', { name: 'Replacement' }));
  await type(page, page.getByLabel('Judul', { exact: true }), 'Penggantian');
  await expectNotice(page, 'Halaman disimpan.', () =>
    press(page, page.getByRole('button', { name: 'Simpan' })),
  );
  await expectFocus(page);

  await page.goto('/admin/reviews?search=perih');
  const row = page.getByRole('row', { name: /Tidak perih di mata/ });
  await press(page, row.getByRole('button', { name: 'Sembunyikan' }));
  await type(page, page.getByRole('dialog').getByLabel('Alasan'), 'Bukan tentang produk ini');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Sembunyikan' }));
  await expect(row).toContainText('Disembunyikan');
  await expectFocus(page);
  await press(page, row.getByRole('button', { name: 'Tampilkan' }));
  await expect(row.getByRole('button', { name: 'Sembunyikan' })).toBeVisible();
  await expectFocus(page);

  await page.goto('/admin/members');
  await type(page, page.getByRole('searchbox').first(), 'galih');
  await press(page, page.getByRole('link', { name: 'Galih Permana' }));
  await press(page, page.getByRole('button', { name: 'Tangguhkan' }));
  const suspending = page.getByRole('dialog', { name: 'Tangguhkan anggota' });
  await type(page, suspending.getByLabel('Alasan'), 'Akun ganda');
  await press(page, suspending.getByRole('button', { name: 'Tangguhkan' }));
  await expect(page.getByText(/^Ditangguhkan sejak /)).toBeVisible();
  await expectFocus(page);
  await press(page, page.getByRole('button', { name: 'Cabut penangguhan' }));
  const lifting = page.getByRole('dialog', { name: 'Cabut penangguhan' });
  await type(page, lifting.getByLabel('Alasan'), 'Sudah jelas');
  await press(page, lifting.getByRole('button', { name: 'Cabut penangguhan' }));
  await expect(page.getByRole('button', { name: 'Tangguhkan' })).toBeVisible();
  await expectFocus(page);
});

test('two administrators calculate and pay a period', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  const period = await member.endedPeriod();
  await enter(page, 'keuangan@ksmart.test');
  await page.goto('/admin/periods');
  await press(page, page.getByRole('link', { name: period.name }));
  const outcome = page.getByRole('region', { name: 'Perhitungan bonus' });
  await type(page, outcome.getByLabel('Nama periode'), period.name);
  await press(page, outcome.getByRole('button', { name: 'Hitung dan tutup periode' }));
  await expect(outcome.getByRole('heading', { name: 'Hasil perhitungan' })).toBeVisible();
  await expectFocus(page);
  await press(page, outcome.getByRole('link', { name: 'Siapkan pembayaran' }));
  await press(page, page.getByRole('button', { name: /^Siapkan \d+ bonus$/ }));
  await expect(page.getByText('Mintalah pengelola lain untuk menyetujuinya')).toBeVisible();
  await expectFocus(page);
  const address = page.url();

  await enter(page, 'admin@ksmart.test');
  await page.goto(address);
  await press(page, page.getByRole('button', { name: 'Setujui' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Setujui' }));
  await expect(page.getByLabel('Jumlah pembayaran')).toContainText('Disetujui');
  await expectFocus(page);
  await press(page, page.getByRole('button', { name: 'Tandai dibayar' }));
  const dialog = page.getByRole('dialog');
  const proof = fileURLToPath(new URL('../public/icon-192.png', import.meta.url));
  await choose(page, dialog.getByLabel('Bukti transfer', { exact: true }), proof);
  await expect(dialog.getByRole('button', { name: 'Tandai dibayar' })).toBeEnabled();
  await press(page, dialog.getByRole('button', { name: 'Tandai dibayar' }));
  await expect(page.getByLabel('Jumlah pembayaran')).toContainText('Dibayar');
  await expectFocus(page);
});

test('a compensation plan is written and published', async ({ page }) => {
  test.slow();
  await enter(page, 'keuangan@ksmart.test');
  await page.goto('/admin/compensation');
  await press(page, page.getByRole('link', { name: 'Buat rencana' }));
  await press(page, page.getByRole('button', { name: 'Mulai dari sini: Tangga 3–21%' }));
  await expect(page.getByRole('navigation', { name: 'Langkah' })).toBeVisible();
  await expectFocus(page);
  await type(page, page.getByLabel('Nama rencana'), 'Tangga tanpa tetikus');

  const ranks = page.getByRole('list', { name: 'Peringkat', exact: true });
  await press(page, page.getByRole('button', { name: 'Tambah peringkat' }));
  await expectFocus(page);
  await type(page, ranks.getByLabel('Nama peringkat').last(), 'Bintang');
  await type(page, ranks.getByLabel('Paling sedikit').last(), '15.000');
  const components = page.getByRole('list', { name: 'Komponen bonus' });
  await press(page, components.locator('summary').first());
  await type(page, components.getByLabel('Persen setiap peringkat: Tangga 9%'), '10');
  await type(page, components.getByLabel('Persen setiap peringkat: Bintang'), '22');

  // The example is updated, and its entry opens to the sources of a bonus.
  const example = page.getByRole('region', { name: 'Contoh perhitungan' });
  const siti = example.locator('details').filter({ hasText: 'Siti' }).first();
  await press(page, siti.locator('summary').first());
  await expect(siti).toContainText('10% dari 410 poin sendiri');
  await type(page, siti.getByLabel('Poin Plan B'), '350');
  await expect(siti).toContainText('10% dari 500 poin sendiri');
  await expect(page.getByText('Tersimpan', { exact: true })).toBeVisible();

  await press(page, page.getByRole('link', { name: 'Lanjut: uji ulang' }));
  await expectFocus(page);
  await press(page, page.getByRole('button', { name: /^Uji \d+ periode$/ }));
  await expect(page.getByRole('list', { name: 'Anggota menurut peringkat' }).first()).toBeVisible();
  await expectFocus(page);

  await press(page, page.getByRole('link', { name: 'Terbitkan' }));
  await expectFocus(page);
  await expect(page.getByRole('region', { name: 'Kemungkinan terburuk di katalog' })).toBeVisible();
  const knows = page.getByRole('checkbox');
  if (await knows.isVisible()) await press(page, knows, 'Space');
  await press(page, page.getByRole('button', { name: 'Terbitkan rencana' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Terbitkan' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Tangga tanpa tetikus$/);
  await expectFocus(page);
  await tabTo(page, page.getByLabel('Bandingkan dengan'));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(/bagian berbeda\.$/)).toBeVisible();
  await expectFocus(page);
});
