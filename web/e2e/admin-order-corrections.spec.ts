/** Corrections by the office to an order that is not packed: payment by a transfer, and the address. */
import type { AdminOrder } from '../src/api/schema';
import { expectAccessible, expectGoodScreen } from './axe';
import { Member } from './member';
import { expect, expectNoSidewaysScroll, test } from './shop';

const tea = 'Teh Rosella';
const proof = 'public/icon-192.png';

test('a transfer to the account of the shop pays an order, and its buyer sees that', async ({
  page,
  request,
}) => {
  const buyer = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const number = await buyer.order(tea, 1, 'online');
  const admin = await Member.logIn(request, 'keuangan@ksmart.test');
  const { total_rp: total } = await admin.get<AdminOrder>(`/api/admin/orders/${number}`);
  await admin.enter(page);
  await page.goto(`/admin/orders/${number}`);
  await page.getByRole('button', { name: 'Lunas lewat transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lunas lewat transfer bank' });
  await expectAccessible(page);
  await dialog.getByLabel('Jumlah (Rp)').fill('1000');
  await dialog.getByLabel('Bank pengirim').fill('BCA');
  await dialog.getByLabel('Nama pengirim').fill('Lina Marlina');
  await dialog.getByLabel('Bukti transfer').setInputFiles(proof);
  await expect(dialog.getByRole('img', { name: 'Bukti transfer' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Tandai lunas' }).click();
  await expect(dialog.getByText(/^Jumlahnya harus sama dengan total pesanan/)).toBeVisible();
  await dialog.getByLabel('Jumlah (Rp)').fill(String(total));
  await dialog.getByRole('button', { name: 'Tandai lunas' }).click();
  await expect(dialog).toBeHidden();
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status.getByText('Dibayar', { exact: true })).toBeVisible();
  await expect(status.getByText('Transfer bank', { exact: true })).toBeVisible();
  await expect(page.getByText('Lina Marlina, BCA')).toBeVisible();
  await expectGoodScreen(page);
  await page.goto(`/admin/orders?method=transfer&search=${number}`);
  await expect(page.getByRole('link', { name: number })).toBeVisible();
  await buyer.enter(page);
  await page.goto(`/my-order-detail/${number}`);
  await expect(page.getByText('Transfer bank', { exact: true })).toBeVisible();
  await expect(page.getByText(/Lewat transfer bank, /)).toBeVisible();
});

test('an address is put right, and who bears the shipping is said before', async ({
  page,
  request,
}) => {
  const buyer = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const number = await buyer.order(tea, 1, 'cod');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  await admin.enter(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/orders/${number}`);
  await page.getByRole('button', { name: 'Perbaiki alamat' }).click();
  const dialog = page.getByRole('dialog', { name: 'Perbaiki alamat' });
  await dialog.getByLabel('Nama penerima').fill('Sari Dewi');
  await dialog.getByLabel('Alamat jalan').fill('Jl. Mawar 2');
  await dialog.getByRole('combobox', { name: 'Tujuan pengiriman' }).fill('jayapura');
  await page.getByRole('option').first().click();
  await expect(dialog.getByRole('radio').first()).toBeVisible();
  await dialog.getByRole('radio').first().check();
  await expect(dialog.getByText(/^COD belum dibayar: totalnya berubah/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expect(dialog.getByText('Tuliskan alasannya.')).toBeVisible();
  await dialog.getByLabel('Alasan').fill('Pembeli pindah rumah.');
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Jl\. Mawar 2, .*Jayapura/)).toBeVisible();
  await expect(page.getByText(/^Pembeli pindah rumah\. Total pesanan menjadi Rp/)).toBeVisible();
  await expectGoodScreen(page);
  await page.goto(`/admin/orders/print?kind=label&ids=${number}`);
  await expect(page.getByText('Sari Dewi').first()).toBeVisible();
});
