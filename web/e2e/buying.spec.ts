import { expectAccessible } from './axe';
import { enter } from './member';
import {
  amount,
  PASSWORD,
  expect,
  expectNoSidewaysScroll,
  expectWholeNumbers,
  logIn,
  test,
} from './shop';
import { addToCart, checkOutAll, fillCheckout, openProduct, shippingCost, total } from './steps';

/** A one-pixel PNG. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a new member uses a voucher and pays online', async ({ page, request }, info) => {
  const email = `ayu.${info.project.name.replaceAll(/\W+/g, '')}.${Date.now()}@ksmart.test`;

  const login = { email: 'siti@ksmart.test', password: PASSWORD };
  const answer = await request.post('/api/login', { data: login });
  const { user: leader } = (await answer.json()) as { user: { uid: string; name: string } };

  await page.goto(`/register?ref=${leader.uid}`);
  // A visitor sees the first name and an initial.
  const [first, last] = leader.name.split(' ');
  await expect(page.getByText(`Leader Anda: ${first} ${last?.slice(0, 1)}.`)).toBeVisible();
  await page.getByLabel('Foto profil').setInputFiles({
    name: 'ayu.png',
    mimeType: 'image/png',
    buffer: PHOTO,
  });
  await page.getByLabel('Nama').fill('Ayu Lestari');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('ksmart-demo');
  await page.getByLabel('Konfirmasi password', { exact: true }).fill('ksmart-dem');
  await page.getByLabel('No. HP').fill('081234567890');
  await page.getByLabel('Tanggal lahir').fill('1995-05-17');
  await page.getByLabel('Bank', { exact: true }).selectOption('BCA');
  await page.getByLabel('No. rekening').fill('1234567890');
  await page.getByLabel('Alamat').fill('Jl. Kenanga No. 5, Tebet');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Konfirmasi password tidak cocok.')).toBeVisible();
  await expect(page.getByLabel('Konfirmasi password', { exact: true })).toBeFocused();
  await page.getByLabel('Konfirmasi password', { exact: true }).fill('ksmart-demo');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/login$/);

  await logIn(page, email);
  await addToCart(page, 'Klorofil Mint', 'Mint');
  await addToCart(page, 'Spirulina');
  await expect(page.getByRole('link', { name: 'Keranjang, 2 barang' })).toBeVisible();

  await checkOutAll(page);
  await fillCheckout(page);
  const before = amount(await total(page).textContent());
  await page.getByLabel('Kode voucher').fill('KSMARTBARU');
  await page.getByRole('button', { name: 'Pakai', exact: true }).click();
  await expect(page.getByText('Voucher berhasil digunakan! Diskon 12,5%')).toBeVisible();
  const after = amount(await total(page).textContent());
  expect(after).toBeLessThan(before);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Bayar Sekarang' }).click();
  await page.waitForURL(/\/sandbox\//);
  await page.getByRole('button', { name: 'Bayar', exact: true }).click();
  await page.waitForURL(/\/payment-callback/);
  await expect(page.getByRole('heading', { name: 'Pembayaran Berhasil' })).toBeVisible();

  await page.getByRole('link', { name: 'Lihat pesanan' }).click();
  await expect(page.getByText('Pembayaran berhasil')).toBeVisible();
  const charged = page.getByText('Total Pesanan').locator('xpath=following-sibling::dd');
  expect(amount(await charged.textContent())).toBe(after);
  await expect(page.getByRole('link', { name: 'Keranjang', exact: true })).toBeVisible();
});

test('a member buys a single product with COD', async ({ page }) => {
  await enter(page, 'budi@ksmart.test');
  await page.goto('/best-sellers');
  await page.getByRole('link', { name: 'Lihat Pasta Gigi Siwak' }).click();
  await page.getByRole('button', { name: 'Beli Sekarang' }).click();
  await expect(page).toHaveURL(/\/checkout$/);

  await page.getByRole('button', { name: 'Bayar Sekarang' }).click();
  await expect(page.getByText('Please enter destination keyword').first()).toBeVisible();
  await fillCheckout(page);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Tujuan pengiriman' })).not.toHaveValue('');

  await page.getByRole('radio', { name: /^COD/ }).check();
  // The shipping costs are requested again after the reload.
  await expect(shippingCost(page)).toContainText('Rp');
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 320, height: 640 });
  await expectWholeNumbers(page);
  await page.setViewportSize({ width, height });
  await page.getByRole('button', { name: 'Bayar Sekarang' }).dblclick();
  await expect(page).toHaveURL(/\/my-order$/);
  const orders = page.getByRole('article');
  await expect(orders.first()).toContainText('Pasta Gigi Siwak');
  // The message is shown for as long as the buyer stays on the page, not just briefly.
  const placed = page.getByRole('main').getByRole('status').filter({ hasText: 'Pesanan dibuat' });
  await expect(placed).toContainText(/No\. pesanan KS-\S+\. Siapkan Rp\s?[\d.]+ untuk dibayar/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await orders.first().getByRole('link', { name: 'Lihat detail' }).click();
  await expect(page.getByText('COD (bayar di tempat)')).toBeVisible();
  await page.goto('/checkout');
  await expect(page.getByText('Belum ada produk untuk dibayar')).toBeVisible();
});

test('the rules are there before a member buys', async ({ page }) => {
  await enter(page, 'budi@ksmart.test');
  const rules = page.waitForResponse(/core_wasm_bg-.*\.wasm$/);
  await openProduct(page, 'Kopi Ginseng');
  expect((await rules).ok()).toBe(true);
});

test('the cart total follows the quantity', async ({ page }) => {
  await enter(page, 'siti@ksmart.test');
  await page.goto('/cart');
  for (const button of await page.getByRole('button', { name: /^Hapus / }).all()) {
    await button.click();
    await page.getByRole('button', { name: 'Ya, hapus' }).click();
  }
  await addToCart(page, 'Kopi Ginseng');
  await page.goto('/cart');
  await page.getByRole('button', { name: /^Checkout/ }).click();
  const alert = page.getByRole('dialog', { name: 'Pilih minimal satu produk untuk checkout.' });
  await alert.getByRole('button', { name: 'Oke!' }).click();

  const summary = page.getByRole('region', { name: 'Ringkasan' });
  await page.getByLabel(/^Pilih semua/).check();
  const one = amount(await summary.getByText(/^Rp/).textContent());
  await page.getByRole('button', { name: 'Tambah jumlah' }).click();
  await expect(async () => {
    expect(amount(await summary.getByText(/^Rp/).textContent())).toBe(2 * one);
  }).toPass();

  await page.getByRole('button', { name: 'Kurangi jumlah' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^1$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Kurangi jumlah' }).click();
  await page.getByRole('button', { name: 'Ya, hapus' }).click();
  await expect(page.getByText('Keranjang Anda masih kosong')).toBeVisible();
});
