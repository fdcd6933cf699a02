/** Every screen that a visitor can reach, opened by its address alone. */
import { expectAccessible, expectGoodScreen, expectSteady } from './axe';
import { expect, expectNoSidewaysScroll, test } from './shop';

const screens = [
  ['/', 'Sehat setiap hari, dari rumah sendiri.'],
  ['/about-us', 'Tentang Kami'],
  ['/why', 'Kenapa Harus K-Link?'],
  ['/shipping-rate', 'Shipping Rate'],
  ['/replacement', 'Replacement'],
  ['/delivery', 'Delivery'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/how-to-order', 'Cara Berbelanja'],
  ['/code-of-ethics', 'Kode Etik'],
  ['/terms', 'Syarat dan Ketentuan'],
  ['/login', 'Login'],
  ['/register', 'Register'],
  ['/all-product', 'Semua Produk'],
  ['/all-product?keyword=kopi&sort=termahal&rating=4', 'Hasil untuk “kopi”'],
  ['/all-product?keyword=tidakada', 'Hasil untuk “tidakada”'],
  ['/best-sellers', 'Paling Laris'],
  ['/category/Kopi%20%26%20Teh', 'Kopi & Teh'],
  ['/category/Tidak%20Ada', 'Tidak Ada'],
  ['/voucher', 'Voucher'],
  ['/voucher?keyword=tidakada', 'Voucher'],
  ['/voucher/ksmartbaru', 'Hadiah anggota baru'],
  ['/voucher/2-SEHAT10', 'Pekan hidup sehat'],
  ['/product/1-klorofil-mint', 'Klorofil Mint'],
  ['/cart', 'Keranjang'],
  ['/payment-callback', 'Pembayaran Gagal'],
  [
    '/payment-callback?order_id=KS-1&status_code=201&transaction_status=pending',
    'Memproses Pembayaran...',
  ],
  ['/tidak/ada', 'Not Found Page'],
] as const;

for (const [address, heading] of screens)
  test(`${address} is accessible and does not shift`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expectGoodScreen(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
  });

test('pages fit small screens with fallback fonts', async ({ page }) => {
  await page.route('**/*.woff2', (route) => route.abort());
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', '/voucher/ksmartbaru', '/product/1-klorofil-mint', '/login']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: /^Ganti ke tema/ })).toBeEnabled();
    await expectNoSidewaysScroll(page);
  }
});

for (const path of [
  '/profile',
  '/my-order',
  '/edit-profile',
  '/checkout',
  '/downline',
  '/wishlist',
  '/bonus',
  '/bonus/tax',
  '/bv-report',
  '/my-order-detail/KS-1',
  '/my-return/KS-1',
])
  test(`${path} sends a visitor to the login`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  });

test('an information page links back to home', async ({ page }) => {
  await page.goto('/delivery');
  await page.getByRole('link', { name: 'Kembali ke Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('the phone menu opens and closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Buka menu' }).click();
  await expect(page.locator('#menu')).toBeVisible();
  await expectAccessible(page);
  await page.locator('#menu').getByRole('link', { name: 'Voucher' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Voucher' })).toBeVisible();
  await expect(page.locator('#menu')).toBeHidden();
});

test('a chosen theme is applied and stored', async ({ page }, info) => {
  const { dark } = info.project.metadata as { dark: boolean };
  await page.goto('/about-us');
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
  expect(await isDark()).toBe(dark);
  await page
    .getByRole('button', { name: dark ? 'Ganti ke tema terang' : 'Ganti ke tema gelap' })
    .click();
  expect(await isDark()).toBe(!dark);
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe(String(!dark));
});

test('dialogs of the product page are accessible', async ({ page }) => {
  await page.goto('/product/1-klorofil-mint');
  await page.getByRole('button', { name: '100% Produk Original' }).click();
  await expect(page.getByRole('dialog', { name: '100% Produk Original' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Tutup' }).click();
  await page.getByRole('button', { name: /^Perbesar foto 1/ }).click();
  await expect(page.getByRole('dialog', { name: 'Klorofil Mint' })).toBeVisible();
  await expectAccessible(page);
});

test('a home page without reviews does not shift', async ({ page }) => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/reviews/highlights', async (route) => {
    await asked;
    await route.fulfill({ json: { data: { data: [] } } });
  });
  await page.goto('/');
  const said = page.getByRole('heading', { name: 'Apa kata mereka?' });
  // Scrolls without a key press, because shifts after one count as requested by the user.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(said).toBeVisible({ timeout: 1000 });
  }).toPass();
  answer();
  await expect(said).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Pembayaran' })).toBeVisible();
  await expectSteady(page);
});
