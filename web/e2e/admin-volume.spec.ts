/** Business volume in the office: periods, and payment of their bonuses. */
import type { Bonus } from '../src/api/schema';
import { expectAccessible, expectGoodScreen, expectWholeCards } from './axe';
import { dayIn } from './clock';
import { editSection, enter, Member } from './member';
import { amount, expect, expectNoSidewaysScroll, expectWholeNumbers, test } from './shop';
import { addToCart, checkOutAll } from './steps';

// The calculation of a period cannot be undone, and would break other tests.
test.use({ own: true });
test.describe.configure({ mode: 'serial' });

test('a period is created, closed and reopened', async ({ page }) => {
  await enter(page, 'keuangan@ksmart.test');
  await page.goto('/admin/periods');
  await expect(page.getByRole('row').nth(1)).toContainText('Terbuka');
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Buat periode', exact: true }).click();
  await page.getByLabel('Nama').fill('Promo akhir tahun');
  await page.getByLabel('Tanggal mulai').fill(dayIn(0));
  await page.getByLabel('Tanggal selesai').fill(dayIn(-3));
  await page.getByRole('button', { name: 'Buat periode' }).click();
  await expect(page.getByText('Tanggal selesai harus sama dengan').first()).toBeVisible();
  await expect(page.getByLabel('Nama')).toHaveValue('Promo akhir tahun');
  await expectGoodScreen(page);
  await page.getByLabel('Tanggal selesai').fill(dayIn(20));
  await page.getByRole('button', { name: 'Buat periode' }).click();

  await expect(page.getByRole('heading', { name: 'Promo akhir tahun' })).toBeVisible();
  await expect(page.getByText('Bertumpang tindih dengan')).toBeVisible();
  await page.getByRole('button', { name: 'Tutup sekarang' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Tutup sekarang' }).click();
  await expect(page.getByText('Menunggu dihitung')).toBeVisible();
  await page.getByRole('button', { name: 'Buka lagi' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tanggal selesai').fill(dayIn(-1));
  await dialog.getByRole('button', { name: 'Buka lagi' }).click();
  await expect(dialog.getByText('Pilih tanggal selesai yang baru').first()).toBeVisible();
  await dialog.getByLabel('Tanggal selesai').fill(dayIn(9));
  await dialog.getByRole('button', { name: 'Buka lagi' }).click();
  await expect(page.getByText('Terbuka')).toBeVisible();
  await page.getByRole('button', { name: 'Hapus' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hapus' }).click();
  await expect(page.getByRole('heading', { name: 'Periode BV' })).toBeVisible();
  await expect(page.getByText('Promo akhir tahun')).toHaveCount(0);
});

test('two administrators calculate and pay a period', async ({ page, request }) => {
  const period = await (await Member.logIn(request, 'siti@ksmart.test')).endedPeriod();
  await enter(page, 'keuangan@ksmart.test');
  await page.goto(`/admin/periods/${period.id}`);
  const outcome = page.getByRole('region', { name: 'Perhitungan bonus' });
  await expect(outcome.getByLabel('Angka perhitungan')).toBeVisible();
  await expectGoodScreen(page);
  await outcome.getByLabel('Nama periode').fill('salah');
  await outcome.getByRole('button', { name: 'Hitung dan tutup periode' }).click();
  await expect(outcome.getByText('Ketik nama periode persis seperti ini')).toBeVisible();
  await outcome.getByLabel('Nama periode').fill(period.name);
  await outcome.getByRole('button', { name: 'Hitung dan tutup periode' }).click();
  await expect(page.getByText('Periode ini tidak dapat diubah lagi')).toBeVisible();
  await expect(outcome.getByRole('heading', { name: 'Hasil perhitungan' })).toBeVisible();

  // The file format of a bank is defined once.
  const next = page.getByRole('link', { name: 'Siapkan pembayaran' });
  const prepare = await next.getAttribute('href');
  await page.goto('/admin/payouts/formats');
  await page.getByRole('button', { name: 'Tambah format' }).click();
  await page.getByLabel('Nama format').fill('Bank kami');
  await page.getByLabel('Transfer ke').selectOption('Semua bank');
  await page.getByRole('button', { name: 'Kolom 2 ke kiri' }).click();
  await expect(page.getByLabel('Judul kolom 1')).toHaveValue('Nama');
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Format berkas disimpan.')).toBeVisible();

  // Bonuses below the minimum amount wait for the next payout; the office can also pay one now,
  // whatever its amount.
  const owner = await Member.logIn(request, 'admin@ksmart.test');
  const least = (minimum_rp: number) => editSection(owner, 'payouts', { minimum_rp });
  await least(10_000_000);
  await page.goto(String(prepare));
  const waiting = page.getByRole('region', { name: 'Belum dapat dibayar' }).first();
  await expect(waiting).toContainText('Belum terkumpul sebanyak pembayaran paling sedikit');
  await expectGoodScreen(page);
  await waiting
    .getByRole('link', { name: /^Bayar sisa/ })
    .first()
    .click();
  await expect(page.getByText('Hanya untuk')).toBeVisible();
  await expect(page.getByLabel('Jumlah pembayaran')).toContainText('Penerima');
  const waiter = await Member.logIn(request, 'siti@ksmart.test');
  await waiter.enter(page);
  await page.goto(`/bonus?period_id=${period.id}`);
  await expect(page.getByText(/Menunggu: bonus Anda Rp.+ dibayar setelah terkumpul/)).toBeVisible();
  await least(0);
  await enter(page, 'keuangan@ksmart.test');
  await page.goto(String(prepare));
  await expect(page.getByLabel('Jumlah pembayaran')).toContainText('Pajak 2,5%');
  // Layout shifts are not checked here, because the calculated amounts have moved the content.
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: /^Siapkan \d+ bonus$/ }).click();
  await expect(page.getByText('Mintalah pengelola lain untuk menyetujuinya')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Setujui' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Berkas bank' })).toHaveCount(0);
  const address = page.url();

  // Another administrator logs in.
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/payouts');
  await expectGoodScreen(page);
  await page.goto(address);
  // Everything to be approved is above the button.
  await expect(
    page.getByRole('region', { name: 'Penerima' }).getByRole('row').nth(1),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Persetujuan' })).toContainText('transfer, Rp');
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Setujui' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Setujui' }).click();
  for (const [button, file] of [
    ['Berkas bank', /^pembayaran-bonus-\d+\.csv$/],
    ['Daftar transfer', /^daftar-transfer-\d+\.xlsx$/],
    ['Bank kami', /^transfer-\d+ Bank kami\.csv$/],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    expect((await download).suggestedFilename()).toMatch(file);
  }
  await page.getByRole('button', { name: 'Tandai dibayar' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Tandai dibayar' })).toBeDisabled();
  const proof = 'public/icon-192.png';
  await dialog.getByLabel('Bukti transfer', { exact: true }).setInputFiles(proof);
  await dialog.getByRole('button', { name: 'Tandai dibayar' }).click();
  await expect(page.getByLabel('Jumlah pembayaran')).toContainText('Dibayar');
  for (const width of [320, 820, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    await expectWholeNumbers(page);
    await expectNoSidewaysScroll(page);
  }
  await expectWholeCards(page);
  await page.getByLabel('Cari nama, ID, atau nomor rekening').fill('siti');
  const receivers = page.getByRole('region', { name: 'Penerima' });
  await expect(receivers.getByRole('row')).toHaveCount(2);
  await expectGoodScreen(page);
  await receivers.getByRole('link', { name: /^Bukti/ }).click();
  await expect(page.getByRole('img', { name: 'Bukti transfer' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cetak atau simpan PDF' })).toBeVisible();
  await expectGoodScreen(page);

  const siti = await Member.logIn(request, 'siti@ksmart.test');
  const [bonus] = await siti.get<Bonus[]>(`/api/bonuses?bv_period_id=${period.id}`);
  expect(bonus).toMatchObject({ status: 'paid' });
  await siti.enter(page);
  await page.goto(`/bonus?period_id=${period.id}`);
  await expect(page.getByText('Sudah dibayar').first()).toBeVisible();
  // The transferred amount equals that of the payout, and is shown next to the bonus earned.
  const { bonus_rupiah: gross = 0, tax_rp: tax, net_rp: net } = bonus ?? {};
  expect([tax, net]).toEqual([Math.floor(gross * 0.025), gross - Math.floor(gross * 0.025)]);
  await page.goto(`/bonus?proof=${period.id}`);
  await expect(page.getByRole('img', { name: /^Bukti bayar/ })).toBeVisible();
  await expectGoodScreen(page);
  await page.goto(`/bonus?period_id=${period.id}`);
  const detail = page.getByRole('region', { name: 'Rincian Detail' });
  await expect(detail.getByText('Ditransfer')).toBeVisible();
  const amounts = (await detail.getByText(/Rp/).allTextContents()).map(amount);
  expect(amounts).toEqual([gross, tax, net]);

  // A failed transfer is reverted, and the member can read the reason.
  await enter(page, 'admin@ksmart.test');
  await page.goto(`${address}?search=siti`);
  await receivers.getByRole('button', { name: 'Transfer gagal' }).click();
  const why = 'Rekeningnya ditutup atau tidak aktif';
  await dialog.getByLabel('Sebabnya').selectOption(why);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Tandai gagal' }).click();
  await expect(receivers).toContainText(`${why}.`);
  await expect(page.getByText('1 bonus (')).toBeVisible();
  await expectGoodScreen(page);
  await siti.enter(page);
  await page.goto(`/bonus?period_id=${period.id}`);
  await expect(detail).toContainText(`Transfer terakhir gagal: ${why}.`);
  await expect(detail).toContainText('Belum dibayar');
});

test('a shop without a period accepts no orders', async ({ page }) => {
  await enter(page, 'keuangan@ksmart.test');
  await page.goto('/admin/periods');
  await page
    .getByRole('row', { name: /Terbuka/ })
    .getByRole('link')
    .click();
  await page.getByRole('button', { name: 'Tutup sekarang' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Ini satu-satunya periode yang terbuka')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Tutup dan hentikan toko' }).click();
  await expect(page.getByText('Menunggu dihitung')).toBeVisible();
  await page.goto('/admin');
  const red = page.getByRole('alert').filter({ hasText: 'Tidak ada periode BV yang berjalan' });
  await expect(red).toBeVisible();
  await expectGoodScreen(page);

  await enter(page, 'budi@ksmart.test');
  await addToCart(page, 'Deodoran Tawas');
  await checkOutAll(page);
  await expect(page.getByText('Toko sedang tidak menerima pesanan').first()).toBeVisible();

  await enter(page, 'keuangan@ksmart.test');
  await page.goto('/admin');
  await red.getByRole('link', { name: 'Buat periode berulang' }).click();
  await page.getByLabel('Lama periode').selectOption('setiap 2 minggu');
  await page.getByLabel('Hari mulai').selectOption('Senin');
  await page.getByLabel('Pola nama').fill('{nomor}');
  await page.getByRole('button', { name: 'Mulai periode berulang' }).click();
  await expect(page.getByText('Dalam kurung kurawal hanya boleh').first()).toBeVisible();
  await expectGoodScreen(page);
  await page.getByLabel('Pola nama').fill('{mulai} – {selesai}');
  await page.getByRole('button', { name: 'Mulai periode berulang' }).click();
  await expect(page.getByText('Setiap 2 minggu, mulai hari Senin.')).toBeVisible();
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Hari ini' })).toBeVisible();
  await expect(red).toBeHidden();
});
