/** Cash on delivery: effects of a courier's cash report. */
import { expectAccessible, expectGoodScreen } from './axe';
import { Member } from './member';
import { expect, test } from './shop';

const product = 'Teh Rosella';

test('a COD report pays the orders it lists', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'lina.marlina@ksmart.test');
  const numbers = [await buyer.order(product, 1, 'cod'), await buyer.order(product, 1, 'cod')];
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  await admin.enter(page);
  const [first = '', second = ''] = numbers;
  const totals: number[] = [];
  for (const number of numbers) {
    await admin.send('POST', `/api/admin/orders/${number}/pack`, {});
    await admin.send('POST', `/api/admin/orders/${number}/ship`, { resi: 'JNREPORT' });
    const order = await admin.get<{ total_rp: number }>(`/api/admin/orders/${number}`);
    totals.push(order.total_rp);
  }
  const choose = (text: string) =>
    page
      .getByLabel(/^Pilih file/)
      .setInputFiles({ name: 'setoran.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.goto('/admin/orders');
  await page.getByRole('link', { name: 'Laporan COD kurir' }).click();
  const preview = page.getByRole('region', { name: 'Pratinjau' });
  await choose(`pesanan;jumlah;biaya\n${first};${totals[0]};500\n${second};1;0\n`);
  await expect(preview.getByRole('alert')).toContainText('Belum ada yang dicatat');
  await expect(preview.getByText(`Pesanan ${second} berjumlah`)).toBeVisible();
  await expectGoodScreen(page);
  // The valid row is booked; the invalid one is corrected and sent again in a separate file.
  await page.getByRole('button', { name: /^Catat 1 pesanan yang benar saja, Rp/ }).click();
  const result = page.getByRole('region', { name: 'Hasil' });
  await expect(result.getByRole('alert')).toContainText('Baris ini tidak ikut dicatat.');
  await expectAccessible(page);
  await choose(`pesanan;jumlah;biaya\n${second};${totals[1]};0\n`);
  await page.getByRole('button', { name: /^Catat Rp.* diterima$/ }).click();
  await expect(result.getByRole('alert')).toHaveCount(0);
  await expect(result).toContainText('Sudah dicatat');
  await page.goto(`/admin/orders/${first}`);
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status.getByText('Dibayar', { exact: true })).toBeVisible();
  await expect(page.getByText('Laporan kurir', { exact: true })).toBeVisible();
});
