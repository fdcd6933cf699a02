/** Returns: requested by a member, decided and received by the shop. */
import { expectAccessible, expectGoodScreen } from './axe';
import { Member } from './member';
import { ask, dialog, openAsShop, status } from './returning';
import { expect, expectNoSidewaysScroll, test } from './shop';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const photo = { name: 'pecah.png', mimeType: 'image/png', buffer: png };

test('a return is received and refunded', async ({ page, request }) => {
  const member = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const order = await member.receivedOrder('Teh Rosella', 3, 'gopay');
  const stock = await member.stockOf('Teh Rosella');
  await member.enter(page);

  await test.step('the member requests a return of two pieces', async () => {
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
    // As large as a camera's picture.
    const large = Buffer.concat([png, Buffer.alloc(3 * 1024 * 1024)]);
    await field.setInputFiles({ ...photo, buffer: large });
    await expect(page.getByAltText('Foto 1')).toBeVisible();
    await expectAccessible(page);
    const small = page.viewportSize() ?? { width: 390, height: 844 };
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(small);
    await page.getByRole('button', { name: 'Ajukan pengembalian' }).click();
    // A network failure closes the dialog, but the form keeps all its values.
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
    await page.getByRole('button', { name: 'Perbesar Foto barang' }).click();
    await expect(dialog(page, 'Foto barang').getByAltText('Foto barang')).toBeVisible();
  });

  await test.step('the shop approves and receives the return', async () => {
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

  await test.step('the shop refunds the money', async () => {
    await status(page).getByRole('button', { name: 'Kembalikan dana' }).click();
    const refund = dialog(page, 'Kembalikan dana?');
    await refund.getByRole('button', { name: 'Kembalikan dana' }).click();
    await expect(status(page)).toContainText('Dana dikembalikan');
    await expect(status(page).getByRole('button')).toHaveCount(0);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  });

  await test.step('the member can return the third piece', async () => {
    await member.enter(page);
    await page.goto(`/my-order-detail/${order}`);
    const returns = page.getByRole('region', { name: 'Pengembalian' });
    await expect(returns.getByRole('link', { name: /Dana dikembalikan/ })).toBeVisible();
    // Two of three pieces have come back.
    const value = (name: string) =>
      page.getByText(name, { exact: true }).locator('xpath=following-sibling::dd').textContent();
    const [, returned, all] =
      /^(\d+) dari (\d+) BV$/.exec((await value('BV dikembalikan')) ?? '') ?? [];
    expect(Number(returned) * 3).toBe(Number(all) * 2);
    expect(await value('BV didapat')).toBe(`${Number(all) / 3} BV`);
    await expectGoodScreen(page);
    await returns.getByRole('link', { name: 'Ajukan pengembalian' }).click();
    await expect(page.getByText('paling banyak 1')).toBeVisible();
  });
});

test('a return is refused or cancelled', async ({ page, request }) => {
  const member = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  const order = await member.receivedOrder('Teh Rosella');
  await ask(request, member, order, 'refund');
  const { id, version } = await openAsShop(page, admin, order);

  await test.step('a late decision shows the current state', async () => {
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
