/** What comes back: asked for by a member, judged, received and settled by the shop. */
import { type APIRequestContext, type Page } from '@playwright/test';
import type { AdminReturn, OrderReturns } from '../src/api/schema';
import { expectAccessible, expectGoodScreen } from './axe';
import { Member } from './member';
import { expect, expectNoSidewaysScroll, test } from './shop';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const photo = { name: 'pecah.png', mimeType: 'image/png', buffer: png };

const status = (page: Page) => page.getByRole('region', { name: 'Status' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** The shop's page of the newest return of an order, and its number. */
async function openAsShop(page: Page, admin: Member, order: string): Promise<AdminReturn> {
  const { returns } = await admin.get<OrderReturns>(`/api/admin/orders/${order}/returns`);
  await admin.enter(page);
  await page.goto(`/admin/returns/${returns[0]?.id}`);
  await expect(status(page)).toBeVisible();
  return admin.get<AdminReturn>(`/api/admin/returns/${returns[0]?.id}`);
}

/** Asks for pieces of the only line of an order, without a browser. */
async function ask(request: APIRequestContext, member: Member, order: string, kind: string) {
  const { lines } = await member.get<OrderReturns>(`/api/transactions/${order}/returns`);
  const [line] = lines;
  const answer = await request.fetch(`/api/transactions/${order}/returns`, {
    method: 'POST',
    headers: member.headers,
    multipart: {
      kind,
      reason: 'damaged',
      note: 'Botolnya pecah',
      lines: JSON.stringify([{ line_id: line?.line_id, quantity: line?.open }]),
    },
  });
  expect(answer.status()).toBe(201);
}

test('goods come back and their money goes back the way it came', async ({ page, request }) => {
  const member = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const order = await member.receivedOrder('Teh Rosella', 3, 'gopay');
  const stock = await member.stockOf('Teh Rosella');
  await member.enter(page);

  await test.step('the member asks for two of three pieces', async () => {
    await page.goto(`/my-order-detail/${order}`);
    await expectGoodScreen(page);
    await page.getByRole('link', { name: 'Ajukan pengembalian' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ajukan pengembalian');
    await expectGoodScreen(page);
    const more = page.getByRole('button', { name: 'Tambah jumlah' });
    await more.click();
    await more.click();
    const sum = page.getByText('Dana kembali', { exact: true }).locator('xpath=..');
    await expect(sum).toContainText(/Rp.\d/);
    await page.getByLabel('Alasan pengembalian').selectOption('Barang rusak atau cacat');
    await page.getByLabel('Keterangan').fill('Dua kotaknya penyok dan basah.');
    const field = page.getByLabel('Tambah foto barang');
    await field.setInputFiles({ ...photo, buffer: Buffer.from('bukan foto') });
    await expect(page.getByText(/^pecah\.png: Hanya file gambar/)).toBeVisible();
    await field.setInputFiles(photo);
    await expect(page.getByAltText('Foto 1')).toBeVisible();
    await page.getByRole('button', { name: 'Hapus foto 1' }).click();
    await expect(page.getByAltText('Foto 1')).toHaveCount(0);
    // As large as a camera makes it.
    const large = Buffer.concat([png, Buffer.alloc(3 * 1024 * 1024)]);
    await field.setInputFiles({ ...photo, buffer: large });
    await expect(page.getByAltText('Foto 1')).toBeVisible();
    await expectAccessible(page);
    const small = page.viewportSize() ?? { width: 390, height: 844 };
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(small);
    await page.getByRole('button', { name: 'Ajukan pengembalian' }).click();
    // Nothing is lost when the network drops.
    await page.route('**/returns', (route) => route.abort());
    const sure = dialog(page, 'Ajukan pengembalian?');
    await sure.getByRole('button', { name: 'Ya, ajukan' }).click();
    await expect(sure.getByRole('alert')).toContainText('Tidak ada koneksi ke server');
    await page.unroute('**/returns');
    await expectAccessible(page);
    await sure.getByRole('button', { name: 'Ya, ajukan' }).click();
    await expect(status(page)).toContainText('Menunggu jawaban toko');
    await expect(page).toHaveURL(new RegExp(`/my-return/${order}/\\d+$`));
    await page.reload();
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Perbesar Foto barang 1' }).click();
    await expect(dialog(page, 'Foto barang 1').getByAltText('Foto barang 1')).toBeVisible();
  });

  await test.step('the shop finds it, agrees and receives', async () => {
    await admin.enter(page);
    await page.goto('/admin');
    await page
      .getByRole('region', { name: 'Yang menunggu' })
      .getByRole('link', { name: /Pengembalian menunggu/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Pengembalian' })).toBeVisible();
    const row = page.getByRole('table', { name: 'Pengembalian' }).locator('tbody tr');
    await expect(row.filter({ hasText: order })).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('searchbox').fill(order.toLowerCase());
    await expect(page).toHaveURL(/search=/);
    await expect(row).toHaveCount(1);
    await row.getByRole('link').click();
    await expect(status(page)).toContainText('Menunggu jawaban toko');
    await expect(page.getByText('Dua kotaknya penyok dan basah.')).toBeVisible();
    await expectGoodScreen(page);
    await status(page).getByRole('button', { name: 'Setujui' }).click();
    await dialog(page, 'Setujui pengembalian?').getByRole('button', { name: 'Setujui' }).click();
    await expect(status(page)).toContainText('Disetujui');
    await status(page).getByRole('button', { name: 'Barang diterima' }).click();
    const receipt = dialog(page, 'Barang diterima');
    await receipt.getByLabel('Rusak').fill('1');
    await receipt.getByRole('button', { name: 'Catat diterima' }).click();
    await expect(receipt.getByText('Yang diajukan hanya 2 pcs.')).toBeVisible();
    await expectAccessible(page);
    await receipt.getByLabel('Layak jual').fill('1');
    await receipt.getByRole('button', { name: 'Catat diterima' }).click();
    await expect(status(page)).toContainText('Barang sudah di toko');
    await expect(page.getByText('Diterima: 1 layak jual, 1 rusak')).toBeVisible();
    expect(await member.stockOf('Teh Rosella')).toBe(stock + 1);
  });

  await test.step('the money goes back', async () => {
    await status(page).getByRole('button', { name: 'Kembalikan dana' }).click();
    const refund = dialog(page, 'Kembalikan dana?');
    await refund.getByRole('button', { name: 'Kembalikan dana' }).click();
    await expect(status(page)).toContainText('Dana dikembalikan');
    await expect(status(page).getByRole('button')).toHaveCount(0);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  });

  await test.step('the member sees it, and can ask for the third piece', async () => {
    await member.enter(page);
    await page.goto(`/my-order-detail/${order}`);
    const returns = page.getByRole('region', { name: 'Pengembalian' });
    await expect(returns.getByRole('link', { name: /Dana dikembalikan/ })).toBeVisible();
    await returns.getByRole('link', { name: 'Ajukan pengembalian' }).click();
    await expect(page.getByText('paling banyak 1')).toBeVisible();
  });
});

test('money that was paid in cash is transferred by one and approved by another', async ({
  page,
  request,
}) => {
  const member = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const finance = await Member.logIn(request, 'keuangan@ksmart.test');
  const order = await member.receivedOrder('Teh Rosella');
  await ask(request, member, order, 'refund');
  const { id } = await openAsShop(page, admin, order);
  await status(page).getByRole('button', { name: 'Setujui' }).click();
  await dialog(page, 'Setujui pengembalian?').getByRole('button', { name: 'Setujui' }).click();
  await status(page).getByRole('button', { name: 'Barang diterima' }).click();
  const receipt = dialog(page, 'Barang diterima');
  await receipt.getByRole('button', { name: 'Catat diterima' }).click();
  await expect(status(page).getByRole('button', { name: 'Kembalikan dana' })).toHaveCount(0);
  await status(page).getByRole('button', { name: 'Siapkan transfer' }).click();
  const transfer = dialog(page, 'Siapkan transfer');
  await expect(transfer.getByLabel('Nomor rekening')).not.toHaveValue('');
  await transfer.getByLabel('Nomor rekening').fill('12');
  await transfer.getByRole('button', { name: 'Siapkan' }).click();
  await expect(transfer.getByText('Nomor rekening harus 5 sampai 30 angka.').first()).toBeVisible();
  await expectAccessible(page);
  await transfer.getByLabel('Nomor rekening').fill('1234567890');
  await transfer.getByRole('button', { name: 'Siapkan' }).click();
  await expect(page.getByText(/^Anda yang menyiapkan transfer ini/)).toBeVisible();
  await expect(status(page).getByRole('button', { name: 'Setujui transfer' })).toHaveCount(0);
  await page.reload();
  await expect(status(page)).toBeVisible();
  await expectGoodScreen(page);

  await finance.enter(page);
  await page.goto(`/admin/returns/${id}`);
  await status(page).getByRole('button', { name: 'Setujui transfer' }).click();
  const approval = dialog(page, 'Setujui transfer?');
  await approval.getByRole('button', { name: 'Dana sudah ditransfer' }).click();
  await expect(approval.getByText('Isi nomor referensi transfernya.')).toBeVisible();
  await approval.getByLabel('Nomor referensi transfer').fill('TRF-20261122-7');
  await approval.getByRole('button', { name: 'Dana sudah ditransfer' }).click();
  await expect(status(page)).toContainText('Dana dikembalikan');
  await expect(page.getByText('TRF-20261122-7')).toBeVisible();
});

test('money that cannot go back the way it came is transferred', async ({ page, request }) => {
  const member = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const order = await member.receivedOrder('Teh Rosella', 1, 'bca_va');
  await ask(request, member, order, 'refund');
  await openAsShop(page, admin, order);
  await status(page).getByRole('button', { name: 'Setujui' }).click();
  await dialog(page, 'Setujui pengembalian?').getByRole('button', { name: 'Setujui' }).click();
  await status(page).getByRole('button', { name: 'Barang diterima' }).click();
  const receipt = dialog(page, 'Barang diterima');
  await receipt.getByRole('button', { name: 'Catat diterima' }).click();
  await expect(status(page).getByRole('button', { name: 'Siapkan transfer' })).toHaveCount(0);
  await status(page).getByRole('button', { name: 'Kembalikan dana' }).click();
  const refund = dialog(page, 'Kembalikan dana?');
  await refund.getByRole('button', { name: 'Kembalikan dana' }).click();
  await expect(refund.getByRole('alert')).toContainText('Siapkan transfer ke rekening pembeli.');
  await refund.getByRole('button', { name: 'Batal' }).click();
  await expect(status(page)).toContainText('Siapkan transfer ke rekening anggota.');
  await expect(status(page).getByRole('button', { name: 'Siapkan transfer' })).toBeVisible();
  await expectAccessible(page);
});

test('goods are replaced by the same ones', async ({ page, request }) => {
  const member = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const order = await member.receivedOrder('Teh Rosella');

  await test.step('the shop writes it down for a member who called', async () => {
    await admin.enter(page);
    await page.goto(`/admin/orders/${order}`);
    await page.getByRole('link', { name: 'Catat pengembalian' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pengembalian baru');
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Tambah jumlah' }).click();
    await page.getByRole('radio', { name: /^Ganti barang/ }).check();
    await page.getByLabel('Alasan pengembalian').selectOption('Barang tidak sesuai pesanan');
    await page.getByRole('button', { name: 'Catat pengembalian' }).click();
    await dialog(page, 'Catat pengembalian?').getByRole('button', { name: 'Ya, catat' }).click();
    await expect(status(page)).toContainText('Menunggu jawaban toko');
  });

  await status(page).getByRole('button', { name: 'Setujui' }).click();
  await dialog(page, 'Setujui pengembalian?').getByRole('button', { name: 'Setujui' }).click();
  await status(page).getByRole('button', { name: 'Barang diterima' }).click();
  const receipt = dialog(page, 'Barang diterima');
  await receipt.getByLabel('Layak jual').fill('0');
  await receipt.getByLabel('Rusak').fill('1');
  await receipt.getByRole('button', { name: 'Catat diterima' }).click();
  await status(page).getByRole('button', { name: 'Kirim pengganti' }).click();
  const parcel = dialog(page, 'Kirim barang pengganti?');
  await parcel.getByLabel('Nomor resi').fill('JN-GANTI-1');
  await parcel.getByRole('button', { name: 'Kirim' }).click();
  await expect(status(page)).toContainText('Barang pengganti dikirim');

  await member.enter(page);
  await page.goto(`/my-order-detail/${order}`);
  await page.getByRole('link', { name: /Ganti barang/ }).click();
  await expect(status(page)).toContainText('JN-GANTI-1');
  await expectGoodScreen(page);
});

test('a return is refused with a reason, or taken back by its member', async ({
  page,
  request,
}) => {
  const member = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const order = await member.receivedOrder('Teh Rosella');
  await ask(request, member, order, 'refund');
  const { id, version } = await openAsShop(page, admin, order);

  await test.step('whoever is late is told what there is now', async () => {
    await status(page).getByRole('button', { name: 'Tolak' }).click();
    const refusal = dialog(page, 'Tolak pengembalian?');
    await refusal.getByLabel('Alasan').fill('Segelnya sudah dibuka.');
    const quick = await admin.send('POST', `/api/admin/returns/${id}/approve`, { version });
    expect(quick.status()).toBe(200);
    await refusal.getByRole('button', { name: 'Tolak' }).click();
    await expect(refusal.getByRole('alert')).toContainText(/oleh .+ pukul \d\d\.\d\d WIB/);
    await expect(status(page)).toContainText('Disetujui');
    await refusal.getByRole('button', { name: 'Tolak' }).click();
    await expect(status(page)).toContainText('Ditolak');
  });

  await member.enter(page);
  await page.goto(`/my-return/${order}/${id}`);
  await expect(status(page)).toContainText('Segelnya sudah dibuka.');
  await expectGoodScreen(page);
  await ask(request, member, order, 'refund');
  await page.goto(`/my-order-detail/${order}`);
  await page.getByRole('link', { name: /Menunggu jawaban toko/ }).click();
  await page.getByRole('button', { name: 'Batalkan pengajuan' }).click();
  const sure = dialog(page, 'Batalkan pengajuan?');
  await sure.getByRole('button', { name: 'Ya, batalkan' }).click();
  await expect(status(page)).toContainText('Dibatalkan');
});
