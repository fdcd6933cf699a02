import type { Page } from '@playwright/test';
import { Member } from './member';
import { expect, expectNoSidewaysScroll, test } from './shop';
import { fillCheckout } from './steps';

const pay = (page: Page) => page.getByRole('button', { name: 'Bayar lagi' });

test('an unpaid order is paid later, or given up and bought again', async ({ page, request }) => {
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
  await expect(page.getByText('Pembayaran pending')).toBeVisible();

  await pay(page).click();
  await page.waitForURL(/\/sandbox\//);
  await page.getByRole('button', { name: 'Batalkan' }).click();
  await page.waitForURL(/\/payment-callback/);
  await expect(page.getByRole('heading', { name: 'Pembayaran Gagal' })).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Coba Lagi' }).click();
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

test('an unpaid order is cancelled with a reason, which its history keeps', async ({
  page,
  request,
}) => {
  const buyer = await Member.logIn(request, 'maria.goreti@ksmart.test');
  const stock = await buyer.stockOf('Omega-3 Minyak Ikan');
  const order = await buyer.order('Omega-3 Minyak Ikan');
  await buyer.enter(page);
  await page.goto(`/my-order-detail/${order}`);
  await page.getByRole('button', { name: 'Batalkan pesanan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Batalkan pesanan?' });
  await dialog.getByRole('button', { name: 'Ya, batalkan' }).click();
  await expect(page.getByText('Tuliskan alasan pembatalan.')).toBeVisible();
  await dialog.getByLabel('Alasan pembatalan').fill('Salah pilih alamat');
  await dialog.getByRole('button', { name: 'Ya, batalkan' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Pembayaran cancelled')).toBeVisible();
  const history = page.locator('section').filter({ has: page.getByText('Riwayat') });
  const moves = history.getByRole('listitem');
  await expect(moves.first()).toContainText('Pesanan dibuat');
  await expect(moves.last()).toContainText('Pesanan dibatalkan');
  await expect(moves.last()).toContainText('Salah pilih alamat');
  await expect(pay(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Batalkan pesanan' })).toBeHidden();
  expect(await buyer.stockOf('Omega-3 Minyak Ikan')).toBe(stock);
});
