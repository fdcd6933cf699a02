/** Messages to a visitor when the server fails, and recovery by a retry. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { Member } from './member';
import { expect, logIn, PASSWORD, test } from './shop';
import { reveal } from './steps';

/** Makes every call to a path fail without a message. */
const fail = (page: Page, path: string, status = 500) =>
  page.route(`**/api/${path}`, (route) => route.fulfill({ status, json: {} }));

for (const [address, call, text] of [
  ['/', 'banners', 'Gagal memuat banners'],
  ['/', 'categories', 'Gagal memuat categories'],
  ['/', 'products', 'Gagal memuat produk'],
  ['/', 'reviews/highlights', 'Gagal memuat review. Silakan coba lagi nanti.'],
  ['/all-product', 'products', 'Gagal memuat produk'],
  ['/best-sellers', 'products', 'Gagal memuat produk'],
  ['/category/Suplemen', 'categories', 'Gagal memuat produk'],
  ['/product/1-klorofil-mint', 'product/1', 'Gagal memuat produk'],
  ['/product/1-klorofil-mint', 'reviews?*', 'Gagal memuat review. Silakan coba lagi nanti.'],
  ['/product/1-klorofil-mint', 'vouchers', 'Gagal memuat voucher'],
  ['/voucher', 'vouchers', 'Gagal memuat voucher'],
  ['/voucher/ksmartbaru', 'vouchers', 'Gagal memuat voucher'],
] as const)
  test(`${address} shows ${text} if ${call} fails`, async ({ page }) => {
    await fail(page, call);
    await page.goto(address);
    const problem = page.getByRole('alert').filter({ hasText: text });
    await reveal(page, problem);
    await expectAccessible(page);
    await page.unroute(`**/api/${call}`);
    await problem.getByRole('button', { name: 'Coba Lagi' }).click();
    await expect(problem).toBeHidden();
  });

test('a listed product is shown without its details', async ({ page }) => {
  await page.goto('/all-product');
  // Before the app runs, a link loads a new page, which gets no data from this one.
  await expect(page.getByLabel('Urutkan')).toBeEnabled();
  await fail(page, 'product/*');
  await page.getByRole('link', { name: 'Lihat Klorofil Mint' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Klorofil Mint' })).toBeVisible();
  await expect(page.getByText('Gagal memuat gambar produk')).toBeVisible();
  const problem = page.getByRole('alert').filter({ hasText: 'Gagal memuat variant produk' });
  await page.unroute('**/api/product/*');
  await problem.getByRole('button', { name: 'Coba Lagi' }).click();
  await expect(page.getByRole('group', { name: 'Varian' })).toBeVisible();
  await expect(page.getByText('Gagal memuat gambar produk')).toBeHidden();
});

test.describe('the login', () => {
  for (const [status, body, text] of [
    [400, { message: 'Akun ini dinonaktifkan.' }, 'Akun ini dinonaktifkan.'],
    [401, {}, 'Email atau password salah'],
    [429, {}, 'Terlalu banyak percobaan login. Coba lagi nanti.'],
    [500, {}, 'Terjadi kesalahan saat login'],
  ] as const)
    test(`shows ${text} after status ${status}`, async ({ page }) => {
      await page.route('**/api/login', (route) => route.fulfill({ status, json: body }));
      await page.goto('/login');
      await page.getByLabel('Email').fill('siti@ksmart.test');
      await page.getByLabel('Password', { exact: true }).fill('ksmart-demo');
      await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
      await expect(page.getByRole('alert')).toHaveText(text);
      await expect(page.getByLabel('Email')).toHaveValue('siti@ksmart.test');
    });

  test('disables its button while it is busy', async ({ page }) => {
    await page.route('**/api/login', () => new Promise(() => {}));
    await page.goto('/login');
    await page.getByLabel('Email').fill('siti@ksmart.test');
    await page.getByLabel('Password', { exact: true }).fill('ksmart-demo');
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('button', { name: 'Memproses...' })).toBeDisabled();
  });
});

test.describe('the registration', () => {
  /** Fills in everything but the photo. */
  async function fillIn(page: Page, confirmation = 'rahasia-123') {
    await page.goto('/register');
    for (const [label, value] of [
      ['Nama', 'Ayu Lestari'],
      ['Email', `ayu.${Date.now()}@example.com`],
      ['Password', 'rahasia-123'],
      ['Konfirmasi password', confirmation],
      ['No. HP', '081234567890'],
      ['Tanggal lahir', '1990-05-17'],
      ['No. rekening', '1234567890'],
      ['Alamat', 'Jl. Melati 1, Jakarta'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel('Bank', { exact: true }).selectOption('BCA');
    await page.getByLabel('Saya belum punya leader').check();
  }
  const photo = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const send = (page: Page) =>
    page.getByRole('main').getByRole('button', { name: 'Register' }).click();

  test('shows the error message of the server', async ({ page }) => {
    await fillIn(page);
    await page.getByLabel('Foto profil').setInputFiles(photo('ayu.png', 'image/png', png));
    await expect(page.getByAltText('Pratinjau foto profil')).toBeVisible();
    await page.route('**/api/register', (route) =>
      route.fulfill({ status: 409, json: { message: 'Email sudah terdaftar.', code: 'x' } }),
    );
    await send(page);
    await expect(page.getByRole('alert')).toHaveText('Email sudah terdaftar.');
    await page.unroute('**/api/register');
    await fail(page, 'register');
    await send(page);
    await expect(page.getByRole('alert')).toHaveText('Terjadi kesalahan');
    await expect(page.getByLabel('Nama')).toHaveValue('Ayu Lestari');
    await page.unroute('**/api/register');
    await send(page);
    await expect(page).toHaveURL(/\/login$/);
  });

  test('refuses passwords that differ', async ({ page }) => {
    await fillIn(page, 'rahasia-124');
    await send(page);
    await expect(page.getByText('Konfirmasi password tidak cocok.')).toBeVisible();
    await expectAccessible(page);
  });

  test('refuses photos of a wrong type or size', async ({ page }) => {
    await page.goto('/register');
    const field = page.getByLabel('Foto profil');
    await field.setInputFiles(photo('foto.png', 'image/png', Buffer.from('bukan foto')));
    await expect(
      page.getByText('Hanya file gambar yang diperbolehkan (jpg, jpeg, png, webp).'),
    ).toBeVisible();
    // A picture that cannot be decoded cannot be made smaller.
    const large = Buffer.concat([png.subarray(0, 16), Buffer.alloc(2 * 1024 * 1024)]);
    await field.setInputFiles(photo('foto.png', 'image/png', large));
    await expect(page.getByText('Ukuran file maksimal 2MB!')).toBeVisible();
  });
});

test('shows that a product has no reviews', async ({ page }) => {
  await page.route('**/api/reviews?*', (route) =>
    route.fulfill({ json: { success: true, data: [], average_rating: 0, total_review: 0 } }),
  );
  await page.goto('/product/1-klorofil-mint');
  await expect(page.getByText('Belum ada review untuk produk ini.')).toBeVisible();
});

test('a retry loads a page that failed to load', async ({ page }) => {
  await page.goto('/');
  await page.route('**/assets/VouchersPage-*', (route) => route.abort());
  await page.route('**/assets/listPages-*', (route) => route.abort());
  await page.getByRole('link', { name: 'Lihat Semua Paling Laris' }).click();
  await expect(page.getByText('Halaman ini gagal dimuat')).toBeVisible();
  await page.unroute('**/assets/listPages-*');
  await page.getByRole('button', { name: 'Muat ulang' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Paling Laris' })).toBeVisible();
});

test('page errors are reported anonymously', async ({ page, request }) => {
  await (await Member.logIn(request, 'siti@ksmart.test')).enter(page);
  await page.route('**/api/vouchers', (route) => route.fulfill({ json: [null] }));
  const told = page.waitForResponse('**/api/page-faults');
  await page.goto('/voucher');
  await expect(page.getByText('Halaman ini gagal dimuat')).toBeVisible();
  const answer = await told;
  expect(answer.status()).toBe(204);
  expect(answer.request().headers()).not.toHaveProperty('authorization');
  await (await Member.logIn(request, 'admin@ksmart.test')).enter(page);
  await page.goto('/admin');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Gangguan halaman/ })
    .click();
  const fault = page.getByRole('listitem').filter({ hasText: 'Halaman /voucher' });
  await expect(fault).toContainText('TypeError');
  await fault.getByText('Rincian').click();
  await expect(fault.locator('pre')).toContainText(/VouchersPage-\S+\.js:\d+:\d+/);
  await expectAccessible(page);
});

test('a retry loads the second login step', async ({ page }) => {
  await page.route('**/api/login', (route) =>
    route.fulfill({
      status: 401,
      json: {
        code: 'second_factor_required',
        message: 'Tunjukkan faktor kedua Anda untuk melanjutkan.',
        challenge: 'kD3kq0Vb6yXw2LrT9sPz',
        methods: ['code'],
      },
    }),
  );
  await page.route('**/assets/SecondStep-*', (route) => route.abort());
  await page.goto('/login');
  const beginLogin = async () => {
    await page.getByLabel('Email').fill('admin@ksmart.test');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
  };
  await beginLogin();
  const problem = page.getByRole('alert').filter({ hasText: 'Tidak ada koneksi ke server.' });
  await expect(problem).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/assets/SecondStep-*');
  await problem.getByRole('button', { name: 'Coba Lagi' }).click();
  await beginLogin();
  await expect(page.getByRole('heading', { name: 'Verifikasi dua langkah' })).toBeVisible();
});

test('a retry loads the factor page of the office', async ({ page }) => {
  await page.route('**/assets/FactorNeeded-*', (route) => route.abort());
  await page.route('**/api/me', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), needs_factor: true },
    });
  });
  await logIn(page, 'admin@ksmart.test');
  await page.goto('/admin');
  const problem = page.getByRole('alert').filter({ hasText: 'Tidak ada koneksi ke server.' });
  await expect(problem).toBeVisible();
  await page.unroute('**/assets/FactorNeeded-*');
  await problem.getByRole('button', { name: 'Coba Lagi' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Satu langkah lagi' })).toBeVisible();
});

test('the cart reloads its rules automatically', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.fillCart('Spirulina', 2);
  await member.enter(page);
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto('/cart');
  await page.getByLabel(/^Pilih semua/).check();
  const told = page.getByRole('alert').filter({ hasText: 'Perhitungan belum dapat dimuat.' });
  await expect(told).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/*.wasm');
  await expect(told).toBeHidden();
  await expect(page.getByRole('region', { name: 'Ringkasan' })).toContainText(/Rp\s?[1-9]/);
});
