/** First pages of the office: today's tasks, and orders from packing to refund. */
import type { APIRequestContext, Page } from '@playwright/test';
import type { AdminOrder } from '../src/api/schema';
import { expectAccessible, expectGoodScreen } from './axe';
import { enter, Member } from './member';
import { expect, expectNoSidewaysScroll, test } from './shop';

const product = 'Teh Rosella';

/** Places cash orders of a member, and stores the administrator's session in the browser. */
async function begin(page: Page, request: APIRequestContext, orders: number) {
  const buyer = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const numbers: string[] = [];
  for (let n = 0; n < orders; n += 1) numbers.push(await buyer.order(product, 1, 'cod'));
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  await admin.enter(page);
  return { admin, numbers };
}

async function move(admin: Member, number: string, action: string, body: object = {}) {
  const moved = await admin.send('POST', `/api/admin/orders/${number}/${action}`, body);
  expect(moved.status()).toBe(200);
}

const rows = (page: Page) => page.getByRole('table', { name: 'Pesanan' }).locator('tbody tr');

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox', { name: /^Cari nomor/ }).fill(words);
}

test('orders are filtered, found and opened', async ({ page, request }) => {
  const { numbers } = await begin(page, request, 1);
  const [number = ''] = numbers;
  await page.goto('/admin/orders');
  await expect(rows(page).first()).toContainText(number);
  await expectGoodScreen(page);
  await page.goto('/admin/orders?waiting=everything&from=yesterday');
  await expect(page.getByRole('combobox', { name: 'Yang menunggu' })).toHaveValue('');
  await expect(rows(page).first()).toContainText(number);
  await page.getByRole('combobox', { name: 'Yang menunggu' }).selectOption('Perlu dikemas');
  await expect(page).toHaveURL(/waiting=pack/);
  await expect(rows(page).filter({ hasText: number })).toBeVisible();
  await page.getByText('Saringan lain').click();
  await page.getByRole('combobox', { name: 'Cara bayar' }).selectOption('Online');
  await expect(rows(page).filter({ hasText: number })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Cara bayar' }).selectOption('COD');
  await search(page, number.slice(-6).toLowerCase());
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('Sampai tanggal').fill('2020-01-01');
  await expect(page.getByText('Tidak ada yang cocok')).toBeVisible();
  await page.getByLabel('Sampai tanggal').fill('');
  await page.reload();
  await rows(page).getByRole('link', { name: number }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Pesanan ${number}` })).toBeVisible();
  await expectGoodScreen(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test('an order is packed, shipped and completed', async ({ page, request }) => {
  const { admin, numbers } = await begin(page, request, 1);
  const [number = ''] = numbers;
  await page.goto(`/admin/orders/${number}`);
  const status = page.getByRole('region', { name: 'Status' });
  await status.getByRole('button', { name: 'Kemas pesanan' }).click();
  await expect(status.getByText('Dikemas')).toBeVisible();

  await status.getByRole('button', { name: 'Kirim pesanan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Kirim pesanan' });
  await dialog.getByRole('button', { name: 'Kirim' }).click();
  await expect(dialog.getByText('Nomor resi harus 3 sampai 64 huruf atau angka.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Nomor resi').fill('RESI-SALAH');
  await dialog.getByLabel('Kurir').fill('SICEPAT - GOKIL');
  // The typed text survives a failure of the network.
  await page.route('**/ship', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Kirim' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Tidak ada koneksi ke server');
  await page.unroute('**/ship');
  await dialog.getByRole('button', { name: 'Kirim' }).click();
  await expect(status.getByText('Dikirim')).toBeVisible();
  await expect(page.getByText(/^Dikirim dengan SICEPAT - GOKIL, menggantikan /)).toBeVisible();

  await status.getByRole('button', { name: 'Perbaiki resi' }).click();
  const putRight = page.getByRole('dialog', { name: 'Perbaiki resi' });
  await putRight.getByLabel('Nomor resi').fill('RESI-BENAR');
  // Another administrator changes the tracking number first.
  const other = { resi: 'RESI-LAIN', was: 'RESI-SALAH' };
  const quick = await admin.send('PUT', `/api/admin/orders/${number}/resi`, other);
  expect(quick.status()).toBe(200);
  await putRight.getByRole('button', { name: 'Simpan' }).click();
  await expect(putRight.getByRole('alert')).toContainText('menjadi RESI-LAIN');
  await putRight.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('RESI-LAIN menjadi RESI-BENAR')).toBeVisible();

  await status.getByRole('button', { name: 'Selesaikan pesanan' }).click();
  const sure = page.getByRole('dialog', { name: 'Selesaikan pesanan?' });
  await sure.getByRole('button', { name: 'Ya, selesai' }).click();
  await expect(status.getByText('Selesai', { exact: true })).toBeVisible();
  const history = page.getByRole('heading', { name: 'Riwayat' }).locator('..');
  await expect(history.getByRole('listitem')).toHaveText([
    /^Pesanan dibuat.*pembeli/,
    /^Pesanan dikemas.* · (?!toko)/,
    /^Pesanan dikirim/,
    /^Nomor resi diperbaiki.*RESI-SALAH menjadi RESI-LAIN/,
    /^Nomor resi diperbaiki.*RESI-LAIN menjadi RESI-BENAR/,
    /^Pesanan selesai/,
  ]);

  await test.step('COD cash is recorded as received', async () => {
    await expect(status.getByText('Belum dibayar')).toBeVisible();
    await status.getByRole('button', { name: 'Uang COD diterima' }).click();
    const cash = page.getByRole('dialog', { name: 'Uang COD sudah diterima?' });
    await cash.getByRole('button', { name: 'Ya, sudah diterima' }).click();
    await expect(status.getByText('Dibayar', { exact: true })).toBeVisible();
    await expect(history.getByRole('listitem').last()).toHaveText(/^Pembayaran diterima/);
  });

  await test.step('a refund is prepared with a reason', async () => {
    await status.getByRole('button', { name: 'Kembalikan dana' }).click();
    const refund = page.getByRole('dialog', { name: 'Kembalikan dana?' });
    await refund.getByRole('button', { name: 'Siapkan pengembalian' }).click();
    await expect(refund.getByText('Tuliskan alasannya.')).toBeVisible();
    await refund.getByLabel('Alasan').fill('Barang rusak di jalan');
    await refund.getByRole('button', { name: 'Siapkan pengembalian' }).click();
    const waiting = page.getByRole('region', { name: 'Pengembalian dana manual' });
    await expect(waiting).toContainText('Pengelola lain mengirim dananya');
    await expect(waiting.getByRole('button')).toHaveText(['Tarik']);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await expect(status.getByRole('button')).toHaveCount(0);
  });

  await test.step('another administrator approves the refund', async () => {
    const colleague = await Member.logIn(request, 'keuangan@ksmart.test');
    await colleague.enter(page);
    await page.goto(`/admin/orders/${number}`);
    const waiting = page.getByRole('region', { name: 'Pengembalian dana manual' });
    await waiting.getByRole('button', { name: 'Setujui' }).click();
    const approval = page.getByRole('dialog', { name: 'Dana sudah dikembalikan?' });
    await approval.getByRole('button', { name: 'Ya, sudah dikirim' }).click();
    await expect(status.getByText('Dana dikembalikan')).toBeVisible();
    await expect(page.getByText('manual: Barang rusak di jalan')).toBeVisible();
    await expect(status.getByRole('button')).toHaveCount(0);
  });
});

test('many orders are packed and shipped at once', async ({ page, request }) => {
  const { admin, numbers } = await begin(page, request, 3);
  const [first = '', second = '', third = ''] = numbers;
  await page.goto('/admin/orders?waiting=pack');
  for (const number of numbers) await page.getByLabel(`Pilih ${number}`).check();
  // Another administrator packs one of the chosen orders first.
  await move(admin, second, 'pack');
  const bar = page.getByRole('region', { name: 'Pesanan yang dipilih' });
  await bar.getByRole('button', { name: 'Kemas' }).click();
  const packing = page.getByRole('dialog', { name: 'Kemas pesanan' });
  await packing.getByRole('button', { name: 'Kemas' }).click();
  await expect(packing.getByText('2 berhasil, 1 gagal.')).toBeVisible();
  await expect(packing.getByRole('listitem').filter({ hasText: second })).toContainText(
    /pesanan sudah dikemas oleh .+, \d+ \w+ \d{4} pukul \d\d\.\d\d WIB/,
  );
  await expectAccessible(page);
  await packing.getByRole('button', { name: 'Coba lagi yang gagal' }).click();
  await expect(packing.getByText('2 berhasil, 1 gagal.')).toBeVisible();
  await packing.getByRole('button', { name: 'Tutup' }).click();
  await expect(bar.getByText('1 pesanan dipilih')).toBeVisible();

  await page.goto('/admin/orders?waiting=ship');
  for (const number of numbers) await page.getByLabel(`Pilih ${number}`).check();
  await bar.getByRole('button', { name: 'Kirim' }).click();
  const shipping = page.getByRole('dialog', { name: 'Kirim pesanan' });
  const resi = (number: string) => shipping.getByLabel(`Resi ${number}`);
  await expect(resi(first)).toBeVisible();
  // A pasted column of numbers fills the rows, starting at the row of the paste.
  const order = await shipping
    .getByLabel(/^Resi /)
    .evaluateAll((inputs) =>
      inputs.map((input) => input.getAttribute('aria-label')?.replace('Resi ', '') ?? ''),
    );
  await resi(order[0] ?? '').evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'JP100\nJP100\nJP102');
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(resi(order[2] ?? '')).toHaveValue('JP102');
  await expect(shipping.getByText('Resi ini dipakai dua pesanan.')).toHaveCount(2);
  await resi(order[1] ?? '').fill('JP101');
  await expectAccessible(page);
  // The typed numbers survive when the dialog is closed by mistake.
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Kirim' }).click();
  await expect(resi(order[1] ?? '')).toHaveValue('JP101');
  await shipping.getByRole('button', { name: 'Kirim' }).click();
  await shipping.getByRole('button', { name: 'Ya, kirim' }).click();
  await expect(shipping.getByText('3 berhasil, 0 gagal.')).toBeVisible();
  await shipping.getByRole('button', { name: 'Tutup' }).click();
  const sent = await admin.get<AdminOrder>(`/api/admin/orders/${order[1]}`);
  expect([sent.shipment_status, sent.resi]).toEqual(['dikirim', 'JP101']);
  expect([first, third].every((number) => order.includes(number))).toBe(true);
});

test('the today page shows sales and waiting orders', async ({ page, request }) => {
  const { numbers } = await begin(page, request, 1);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Kantor' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Hari ini' })).toBeVisible();
  const sales = page.getByRole('region', { name: 'Penjualan' });
  await expect(sales.getByRole('group', { name: 'Grafik Penjualan' })).toBeVisible();
  await expectGoodScreen(page);
  await sales.getByRole('button', { name: '7 hari' }).click();
  await expect(page).toHaveURL(/range=7$/);
  await sales.getByText('Lihat sebagai tabel').first().click();
  await expect(sales.getByRole('table', { name: 'Penjualan' }).getByRole('row')).toHaveCount(8);
  await sales.getByRole('button', { name: 'Per periode' }).click();
  await expect(
    sales.getByText(/^(Jan|Feb|Mar|Apr|Mei|Jun|Jul|Agu|Sep|Okt|Nov|Des)/).first(),
  ).toBeAttached();
  await expectNoSidewaysScroll(page);
  await page.route('**/api/admin/sales**', (route) => route.fulfill({ status: 500, json: {} }));
  await sales.getByRole('button', { name: '90 hari' }).click();
  await expect(sales.getByRole('alert')).toContainText('Data penjualan gagal dimuat.');
  await page.unroute('**/api/admin/sales**');
  await sales.getByRole('button', { name: 'Coba Lagi' }).click();
  await expect(sales.getByRole('group', { name: 'Grafik Penjualan' })).toBeVisible();
  await page.getByRole('link', { name: /Perlu dikemas/ }).click();
  await expect(rows(page).filter({ hasText: numbers[0] ?? '' })).toBeVisible();
});

test('a member cannot enter the office', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.enter(page);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Akun saya' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Kantor' })).toHaveCount(0);
  await page.goto('/admin/orders');
  await expect(page.getByText('Halaman ini untuk pengelola toko')).toBeVisible();
});

test('the orders are listed page by page', async ({ page }) => {
  await enter(page, 'admin@ksmart.test');
  await page.goto('/admin/orders');
  const newest = rows(page).first();
  const number = async () => /KS-\d{8}-\w{8}/.exec(await newest.innerText())?.[0] ?? '';
  const first = await number();
  await page.getByRole('link', { name: 'Berikutnya' }).click();
  await expect(newest).not.toContainText(first);
  const second = await number();
  await newest.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(second);
  await page.goBack();
  await expect(newest).toContainText(second);
  await page.getByRole('link', { name: 'Sebelumnya' }).click();
  await expect(newest).toContainText(first);
  await expect(page).toHaveURL(/\/admin\/orders$/);
});
