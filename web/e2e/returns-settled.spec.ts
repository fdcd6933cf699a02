/** Settlement of a return when the provider cannot refund it, or the goods are replaced. */
import { expectAccessible, expectGoodScreen } from './axe';
import { Member } from './member';
import { agreeAndReceive, ask, dialog, openAsShop, status } from './returning';
import { expect, test } from './shop';

test('a cash refund needs two administrators', async ({ page, request }) => {
  const member = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const finance = await Member.logIn(request, 'keuangan@ksmart.test');
  const order = await member.receivedOrder('Teh Rosella');
  await ask(request, member, order, 'refund');
  const { id } = await openAsShop(page, admin, order);
  await agreeAndReceive(page);
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

test('an unsupported refund requires a transfer', async ({ page, request }) => {
  const member = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const order = await member.receivedOrder('Teh Rosella', 1, 'bca_va');
  await ask(request, member, order, 'refund');
  await openAsShop(page, admin, order);
  await agreeAndReceive(page);
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

test('returned goods are replaced', async ({ page, request }) => {
  const member = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const order = await member.receivedOrder('Teh Rosella');

  await test.step('the shop records a return for a member', async () => {
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

  await agreeAndReceive(page, { damaged: true });
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
