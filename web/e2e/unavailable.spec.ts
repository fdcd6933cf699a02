import { Member } from './member';
import { expect, test } from './shop';
import { checkOutAll, fillCheckout } from './steps';

// No server listens at this address.
test.use({
  settings: {
    MIDTRANS_SERVER_KEY: 'SB-Mid-server-x',
    MIDTRANS_SNAP_URL: 'http://127.0.0.1:9/snap/v1',
    MIDTRANS_API_URL: 'http://127.0.0.1:9/v2',
  },
});

test('a second try at paying creates no second order', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'siti@ksmart.test');
  const before = (await buyer.orders()).length;
  await buyer.fillCart('Kopi Ginseng', 2);
  await buyer.enter(page);
  await checkOutAll(page);
  await fillCheckout(page);

  const tokens: string[] = [];
  page.on('request', (sent) => {
    if (!sent.url().endsWith('/api/create-transaction')) return;
    tokens.push((sent.postDataJSON() as { checkout_token: string }).checkout_token);
  });
  const pay = page.getByRole('button', { name: 'Bayar Sekarang' });
  const sentence =
    'Layanan pembayaran sedang tidak dapat dihubungi. Pesanan Anda tersimpan; tekan Bayar Sekarang sekali lagi.';
  for (const attempt of [1, 2]) {
    await pay.click();
    await expect.poll(() => tokens.length).toBe(attempt);
    await expect(page.getByRole('alert')).toHaveText(sentence);
  }
  expect(tokens[1]).toBe(tokens[0]);
  const orders = await buyer.orders();
  expect(orders).toHaveLength(before + 1);
  // The ordered products are no longer in the cart.
  await expect(page.getByRole('link', { name: 'Keranjang', exact: true })).toBeVisible();

  await page.goto('/my-order');
  const number = orders[0]?.order_id ?? '';
  const card = page.getByRole('article').filter({ hasText: number });
  await expect(card.getByText('Pembayaran menunggu')).toBeVisible();
  await card.getByRole('button', { name: 'Bayar sekarang' }).click();
  await expect(page.getByText(/^Layanan pembayaran sedang tidak dapat dihubungi\./)).toBeVisible();
  await card.getByRole('link', { name: 'Lihat detail' }).click();
  await expect(page.getByRole('button', { name: 'Bayar sekarang' })).toBeEnabled();
});

test('a second checkout creates a second order', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'budi@ksmart.test');
  const before = (await buyer.orders()).length;
  await buyer.enter(page);
  for (const [count, product] of ['Matcha Latte', 'Spirulina'].entries()) {
    await buyer.fillCart(product);
    await checkOutAll(page);
    await fillCheckout(page);
    await page.getByRole('button', { name: 'Bayar Sekarang' }).click();
    await expect(page.getByRole('alert')).toContainText('Pesanan Anda tersimpan');
    const orders = await buyer.orders();
    expect(orders).toHaveLength(before + count + 1);
    expect(orders[0]?.products.map(({ name }) => name)).toEqual([product]);
  }
});
