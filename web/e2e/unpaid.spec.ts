import type { Page } from '@playwright/test';
import { expectAccessible, expectGoodScreen, expectSteady } from './axe';
import { Member } from './member';
import { expect, expectNoSidewaysScroll, test } from './shop';
import { checkOutAll, fillCheckout } from './steps';

const pay = (page: Page) => page.getByRole('button', { name: 'Bayar sekarang' });

test('an unpaid order is cancelled and reordered', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'agus.prasetyo@ksmart.test');
  const order = await buyer.order('Habbatussauda', 2);
  await buyer.enter(page);

  await page.goto(`/my-order-detail/${order}`);
  await pay(page).click();
  await page.waitForURL(/\/sandbox\//);
  await page.getByRole('button', { name: 'Bayar nanti' }).click();
  await page.waitForURL(/\/payment-callback/);
  await expect(page.getByRole('heading', { name: 'Memproses Pembayaran...' })).toBeInViewport();
  await page.getByRole('link', { name: 'Lihat pesanan' }).click();
  await expect(page.getByText('Pembayaran menunggu')).toBeVisible();

  await pay(page).click();
  await page.waitForURL(/\/sandbox\//);
  // The query parameters report the failure before the server does, and a fast user clicks before
  // the order is known.
  let answer = () => {};
  const pressed = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/payments/*/check', async (route) => {
    await pressed;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Batalkan' }).click();
  await page.waitForURL(/\/payment-callback/);
  await expect(page.getByRole('heading', { name: 'Pembayaran Gagal' })).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Coba Lagi' }).click();
  await expect(page.getByRole('button', { name: 'Memproses...' })).toBeVisible();
  answer();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByRole('region', { name: 'Ringkasan pesanan' })).toContainText(
    'Habbatussauda',
  );
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Bayar Sekarang' }).click();
  await page.waitForURL(/\/sandbox\//);
  expect((await buyer.orders()).map(({ status }) => status).slice(0, 2)).toEqual([
    'pending',
    'cancelled',
  ]);
});

test('a cancelled order shows its reason', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'maria.goreti@ksmart.test');
  const stock = await buyer.stockOf('Omega-3 Minyak Ikan');
  const order = await buyer.order('Omega-3 Minyak Ikan');
  await buyer.enter(page);
  await page.goto(`/my-order-detail/${order}`);
  await page.getByRole('button', { name: 'Batalkan pesanan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Batalkan pesanan?' });
  await dialog.getByRole('button', { name: 'Ya, batalkan' }).click();
  const reason = dialog.getByLabel('Alasan pembatalan');
  await expect(reason).toHaveAccessibleDescription('Tuliskan alasan pembatalan.');
  await expect(reason).toBeFocused();
  await reason.fill('Salah pilih alamat');
  await dialog.getByRole('button', { name: 'Ya, batalkan' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Pembayaran dibatalkan')).toBeVisible();
  const history = page.locator('section').filter({ has: page.getByText('Riwayat') });
  const moves = history.getByRole('listitem');
  await expect(moves.first()).toContainText('Pesanan dibuat');
  await expect(moves.last()).toContainText('Pesanan dibatalkan');
  await expect(moves.last()).toContainText('Salah pilih alamat');
  await expect(pay(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Batalkan pesanan' })).toBeHidden();
  expect(await buyer.stockOf('Omega-3 Minyak Ikan')).toBe(stock);
});

const callback = (order: string, status: string) =>
  `/payment-callback?order_id=${order}&status_code=200&transaction_status=${status}`;

test('a refunded order has earned no points', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'budi@ksmart.test');
  const refunded = (await buyer.orders()).find(({ status }) => status === 'refunded');
  await buyer.enter(page);
  await page.goto(callback(refunded?.order_id ?? '', 'settlement'));
  await expect(page.getByRole('heading', { name: 'Pembayaran Dikembalikan' })).toBeVisible();
  await expect(page.getByText('Dana pesanan ini sudah dikembalikan kepada Anda.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Coba Lagi' })).toBeHidden();
  await page.getByRole('link', { name: 'Lihat pesanan' }).click();
  const earned = page.getByText('BV didapat').locator('xpath=following-sibling::dd');
  await expect(earned).toHaveText('0 BV');
});

test('C32: going back from payment shows the order', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'maria.goreti@ksmart.test');
  await buyer.fillCart('Omega-3 Minyak Ikan');
  await buyer.enter(page);
  await checkOutAll(page);
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Bayar Sekarang' }).click();
  await page.waitForURL(/\/sandbox\//);
  await page.goBack();
  await expect(page).toHaveURL(/\/my-order-detail\/KS-/);
  await expect(page.getByRole('heading', { level: 1, name: 'Detail pesanan' })).toBeInViewport();
  await expect(pay(page)).toBeVisible();
});

test('a refused payment can be retried', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'agus.prasetyo@ksmart.test');
  const order = await buyer.order('Habbatussauda');
  await buyer.enter(page);
  await page.goto(`/my-order-detail/${order}`);
  await pay(page).click();
  await page.waitForURL(/\/sandbox\//);
  await page.getByRole('button', { name: 'Tolak pembayaran' }).click();
  await page.waitForURL(/\/payment-callback/);
  await expect(page.getByRole('heading', { name: 'Pembayaran Ditolak' })).toBeInViewport();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await pay(page).click();
  await page.waitForURL(/\/sandbox\//);
  await page.getByRole('button', { name: 'Bayar', exact: true }).click();
  await page.waitForURL(/\/payment-callback/);
  await expect(page.getByText('Pesanan Anda segera disiapkan')).toBeVisible();
});

test('an unknown order shows no payment result', async ({ page, request }) => {
  await (await Member.logIn(request, 'agus.prasetyo@ksmart.test')).enter(page);
  // The server answers only after the first text is shown; its answer must not move the layout.
  await page.route('**/api/payments/*/check', async (route) => {
    await expect(page.getByRole('heading', { name: 'Pembayaran Berhasil' })).toBeVisible();
    await route.continue();
  });
  await page.goto(callback('KS-20200101-ABCDEF', 'settlement'));
  await expect(page.getByRole('heading', { name: 'Tidak ada data ditemukan' })).toBeVisible();
  await expect(page.getByText('Pembayaran Berhasil')).toBeHidden();
  await expectGoodScreen(page);
  await expectSteady(page, 0.005);
  await page.getByRole('link', { name: 'Pesanan saya' }).click();
  await expect(page).toHaveURL(/\/my-order$/);
});

test('a failed payment check is retried', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'agus.prasetyo@ksmart.test');
  const order = await buyer.order('Habbatussauda');
  await buyer.enter(page);
  await page.goto(callback(order, 'pending'));
  await expect(page.getByText('Memproses Pembayaran...')).toBeVisible();
  let asked = 0;
  await page.route('**/api/payments/*/check', (route) => {
    asked += 1;
    return route.fulfill({ status: 502, json: {} });
  });
  const problem = page.getByRole('alert');
  await expect(problem).toContainText('Gagal mengambil detail transaksi. Kami terus mencoba.');
  const before = asked;
  await expect.poll(() => asked).toBeGreaterThan(before);
  await page.unroute('**/api/payments/*/check');
  await expect(problem).toBeHidden();
  await buyer.cancel(order);
  await expect(page.getByRole('heading', { name: 'Pembayaran Gagal' })).toBeVisible();
});
