import type { APIRequestContext, Page } from '@playwright/test';
import type { CheckoutDraft, ShippingOption } from '../src/api/schema';
import { expectAccessible } from './axe';
import { Member } from './member';
import { amount, expect, test } from './shop';
import { checkOutAll, fillCheckout, total } from './steps';

const pay = (page: Page) => page.getByRole('button', { name: 'Bayar Sekarang' });
const destination = (page: Page) => page.getByRole('combobox', { name: 'Tujuan pengiriman' });
const services = (page: Page) => page.getByRole('group', { name: 'Layanan' }).getByRole('radio');

/** Goes to the checkout of one product. */
async function standAtCheckout(page: Page, member: Member, product: string, quantity = 1) {
  await member.fillCart(product, quantity);
  await member.enter(page);
  await checkOutAll(page);
}

test('a payment stops when stock runs out', async ({ page, request }) => {
  const product = 'Minyak Zaitun Tubuh';
  const buyer = await Member.logIn(request, 'fitri.handayani@ksmart.test');
  const other = await Member.logIn(request, 'yusuf.maulana@ksmart.test');
  const rest = await buyer.stockOf(product);
  await standAtCheckout(page, buyer, product, rest);
  await fillCheckout(page);
  const place = await destination(page).inputValue();
  const before = (await buyer.orders()).length;

  const taken = await other.order(product, rest, 'cod');
  await pay(page).click();
  await expect(page.getByRole('alert')).toHaveText('Stok tidak mencukupi!');
  // The line shows it too, once the current stock is known.
  await expect(page.getByRole('listitem').getByText('Stok tidak mencukupi!')).toBeVisible();
  await pay(page).click();
  await expect(page.getByRole('alert')).toHaveText('Stok tidak mencukupi!');
  await expect(destination(page)).toHaveValue(place);
  await expect(page.getByRole('link', { name: `Keranjang, ${rest} barang` })).toBeVisible();
  expect(await buyer.orders()).toHaveLength(before);

  await other.cancel(taken);
  await page.reload();
  await expect(destination(page)).toHaveValue(place);
  await expect(services(page).first()).toBeChecked();
  await pay(page).click();
  await page.waitForURL(/\/sandbox\//);
  expect(await buyer.orders()).toHaveLength(before + 1);
  await buyer.cancel((await buyer.orders())[0]?.order_id ?? '');
});

/**
 * Functions that falsify a page's first response for a value on which the total depends, as if its
 * data were outdated.
 */
const staleCopies = {
  price: (page: Page) =>
    page.route(
      '**/api/checkout-temp',
      async (route) => {
        const response = await route.fetch();
        const draft = (await response.json()) as CheckoutDraft;
        for (const product of draft.selected_products) product.harga -= 1000;
        await route.fulfill({ response, json: draft });
      },
      { times: 1 },
    ),
  'shipping cost': (page: Page) =>
    page.route(
      '**/api/calculate-shipping?*',
      async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { shipping_options: ShippingOption[] };
        for (const option of answer.shipping_options) option.shipping_cost += 1000;
        await route.fulfill({ response, json: answer });
      },
      { times: 1 },
    ),
};

for (const [what, makeStale] of Object.entries(staleCopies))
  test(`a changed ${what} is shown before payment`, async ({ page, request }) => {
    const buyer = await Member.logIn(request, 'dewi.kartika@ksmart.test');
    const before = (await buyer.orders()).length;
    await makeStale(page);
    await standAtCheckout(page, buyer, 'Spirulina');
    await fillCheckout(page);
    const shown = amount(await total(page).textContent());

    await pay(page).click();
    const alert = page.getByRole('alert');
    await expect(alert).toHaveText(
      /^Harga atau ongkos kirim baru saja berubah\. Total sekarang Rp\s?[\d.]+\. Periksa ringkasan, lalu tekan Bayar Sekarang sekali lagi\.$/,
    );
    const now = amount((await alert.textContent())?.split('. Periksa')[0] ?? '');
    expect(now).toBe(what === 'price' ? shown + 1000 : shown - 1000);
    await expect(async () => expect(amount(await total(page).textContent())).toBe(now)).toPass();
    expect(await buyer.orders()).toHaveLength(before);

    await pay(page).click();
    await page.waitForURL(/\/sandbox\//);
    const orders = await buyer.orders();
    expect(orders).toHaveLength(before + 1);
    expect(orders[0]?.gross_amount).toBe(now);
  });

test('a voucher code is checked before use', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'hendra.gunawan@ksmart.test');
  await standAtCheckout(page, buyer, 'Matcha Latte');
  const code = page.getByLabel('Kode voucher');
  const use = page.getByRole('button', { name: 'Pakai', exact: true });
  await use.click();
  await expect(page.getByText('Masukkan kode voucher!')).toBeVisible();
  await code.fill('TIDAKADA');
  await expect(page.getByText('Masukkan kode voucher!')).toBeHidden();
  await use.click();
  await expect(page.getByText('Voucher tidak ditemukan.')).toBeVisible();
  await expect(code).toHaveValue('TIDAKADA');

  await page.route('**/api/vouchers/*', (route) => route.abort(), { times: 1 });
  await use.click();
  await expect(page.getByText(/^Tidak ada koneksi ke server\./)).toBeVisible();
  await page.route('**/api/vouchers/*', (route) => route.fulfill({ status: 500 }), { times: 1 });
  await use.click();
  await expect(page.getByText('Terjadi kesalahan saat memeriksa voucher!')).toBeVisible();

  const before = amount(await total(page).textContent());
  await code.fill(' sehat10 ');
  await code.press('Enter');
  await expect(page.getByText('Voucher berhasil digunakan! Diskon 10%')).toBeVisible();
  expect(amount(await total(page).textContent())).toBe(before * 0.9);
  await page.getByRole('button', { name: 'Hapus', exact: true }).click();
  await expect(code).toBeVisible();
  expect(amount(await total(page).textContent())).toBe(before);
});

test('an invalid destination shows an error', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'ratna.wulandari@ksmart.test');
  await standAtCheckout(page, buyer, 'Teh Rosella');
  await pay(page).click();
  await expect(destination(page)).toBeFocused();
  await expect(destination(page)).toHaveAccessibleDescription('Please enter destination keyword');

  await destination(page).fill('zzzzzz');
  await expect(page.getByText('No destinations found')).toBeVisible();
  await page.route('**/api/search-destination?*', (route) => route.fulfill({ status: 500 }));
  await destination(page).fill('menteng');
  await expect(page.getByText('Failed to search destination')).toBeVisible();
  await page.unroute('**/api/search-destination?*');
  await destination(page).fill('tebet');
  await page.getByRole('option', { name: /tebet/i }).first().click();
  await expect(services(page).first()).toBeChecked();
});

test('failed shipping options can be retried', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'siti@ksmart.test');
  await standAtCheckout(page, buyer, 'Teh Jahe Serai');
  await page.route('**/api/shipping-methods?*', (route) => route.fulfill({ status: 500 }));
  await destination(page).fill('tebet');
  await page.getByRole('option', { name: /tebet/i }).first().click();
  const problem = page.getByRole('alert');
  await expect(problem).toContainText('Failed to load shipping methods');
  await expect(page.getByRole('group', { name: 'Layanan' })).toBeHidden();
  await page.getByLabel('Plan BV').selectOption({ label: 'Plan A' });
  await pay(page).click();
  await expect(page.getByText('Pilih metode pengiriman terlebih dahulu')).toBeVisible();
  await page.unroute('**/api/shipping-methods?*');
  await problem.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('group', { name: 'Kurir' }).getByRole('radio').first()).toBeChecked();
  await expect(services(page).first()).toBeChecked();

  await page.route('**/api/calculate-shipping?*', (route) => route.fulfill({ status: 500 }));
  await destination(page).fill('menteng');
  await page
    .getByRole('option', { name: /menteng/i })
    .first()
    .click();
  await expect(problem).toContainText('Failed to calculate shipping cost');
  await page.unroute('**/api/calculate-shipping?*');
  await problem.getByRole('button', { name: 'Try Again' }).click();
  await expect(services(page).first()).toBeChecked();
});

/** Goes to the cart with one piece of a product that another member wants, too. */
async function standAtCart(page: Page, request: APIRequestContext, product: string) {
  const buyer = await Member.logIn(request, 'budi@ksmart.test');
  const other = await Member.logIn(request, 'yusuf.maulana@ksmart.test');
  await buyer.fillCart(product);
  await buyer.enter(page);
  await page.goto('/cart');
  const line = page.getByRole('listitem').filter({ hasText: product });
  return { buyer, other, line, more: line.getByRole('button', { name: 'Tambah jumlah' }) };
}

test('the cart limits quantities to the stock', async ({ page, request }) => {
  const product = 'Air Micellar';
  const { other, line, more } = await standAtCart(page, request, product);
  const fewer = line.getByRole('button', { name: 'Kurangi jumlah' });

  await page.getByRole('button', { name: /^Checkout/ }).click();
  const alert = page.getByRole('dialog', { name: 'Pilih minimal satu produk untuk checkout.' });
  await expect(alert).toBeVisible();
  await expectAccessible(page);
  await alert.getByRole('button', { name: 'Oke!' }).click();

  await fewer.click();
  const dialog = page.getByRole('dialog', { name: 'Hapus dari keranjang?' });
  await expect(dialog).toContainText(`${product} akan dihapus dari keranjang Anda.`);
  await dialog.getByRole('button', { name: 'Batal' }).click();
  await expect(line.getByRole('status')).toHaveText('1');

  await expect(more).toBeDisabled();
  await expect(line.getByText('Stok tersedia: 1')).toBeVisible();

  const taken = await other.order(product, 1, 'cod');
  await page.reload();
  await expect(line.getByText('Stok Kosong!')).toBeVisible();
  await page.getByRole('checkbox', { name: `Pilih ${product}` }).check();
  await page.getByRole('button', { name: /^Checkout/ }).click();
  await expect(page.getByRole('dialog', { name: 'Stok Kosong!' })).toBeVisible();
  await expect(page).toHaveURL(/\/cart$/);
  await other.cancel(taken);
});

test('a quantity beyond the stock is undone', async ({ page, request }) => {
  const product = 'Paket Vitalitas Keluarga';
  const { buyer, other, line, more } = await standAtCart(page, request, product);
  await expect(more).toBeEnabled();
  const rest = (await buyer.stockOf(product)) - 1;
  const taken = await other.order(product, rest, 'cod');
  await more.click();
  const alert = page.getByRole('dialog', { name: 'Error' });
  await expect(alert).toContainText('Jumlah yang dibeli melebihi stok yang tersedia');
  await alert.getByRole('button', { name: 'Oke!' }).click();
  await expect(line.getByRole('status')).toHaveText('1');
  await expect(more).toBeDisabled();
  await other.cancel(taken);
});

test('a failed cart addition shows a dialog', async ({ page, request }) => {
  const product = 'Deodoran Tawas';
  const member = await Member.logIn(request, 'dewi.kartika@ksmart.test');
  const stock = await member.stockOf(product);
  await member.fillCart(product, stock);
  await member.enter(page);
  await page.goto('/all-product?keyword=deodoran');
  await page.getByRole('link', { name: `Lihat ${product}` }).click();
  const cart = page.getByRole('button', { name: 'Keranjang' });
  await cart.click();
  const short = page.getByRole('dialog', { name: 'Stok Tidak Cukup' });
  await expect(short).toContainText(`Stok yang tersedia: ${stock} pcs.`);
  await expectAccessible(page);
  await short.getByRole('button', { name: 'Oke!' }).click();
  await expect(cart).toBeFocused();

  await member.fillCart('Teh Rosella');
  await page.reload();
  await page.route('**/api/cart', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: {} })
      : route.continue(),
  );
  await cart.click();
  const failed = page.getByRole('dialog', { name: 'Oops...' });
  await expect(failed).toContainText('Gagal menambahkan produk ke keranjang.');
  await failed.getByRole('button', { name: 'Oke!' }).click();
  await expect(cart).toBeFocused();
});
