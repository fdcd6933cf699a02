import type { Page } from '@playwright/test';
import type { Product } from '../src/api/schema';
import { paths } from '../src/paths';
import { Member } from './member';
import { setOffline } from './network';
import { openProduct, reveal } from './steps';
import { amount, expect, test } from './shop';

test.use({ serviceWorkers: 'allow' });

const OFFLINE = 'Tidak ada koneksi ke server. Periksa jaringan Anda, lalu coba lagi.';
const NOTICE = 'Anda sedang offline.';

/** Returns the entries of all caches in the browser: the cache's name, a space, and the URL. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(`${name} ${url}`);
    return found;
  });
}

/** Returns a function that checks whether an address like this is stored. */
function isKept(page: Page, address: RegExp) {
  return async () => (await kept(page)).some((each) => address.test(each));
}

/** Waits until the worker runs and answers for this page. */
async function expectWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Stores the member's session in the browser, and starts the worker. */
async function enterWithWorker(page: Page, member: Member): Promise<void> {
  await member.enter(page);
  await page.goto('/about-us');
  await expectWorker(page);
}

test('a visitor reopens visited pages offline', async ({ page, context, request }) => {
  const products = (await (await request.get('/api/products')).json()) as Product[];
  const other = products.find(({ name }) => name !== 'Spirulina');
  if (!other) throw new Error('there is one product alone');
  await page.goto('/');
  await expectWorker(page);
  const card = page.getByRole('link', { name: /^Lihat / }).first();
  await expect(card).toBeVisible();
  // The worker also has the responses that arrived before it started.
  for (const address of [/\/api\/products$/, /\/api\/banners$/, /\/storage\//])
    await expect.poll(isKept(page, address)).toBe(true);
  await openProduct(page, 'Spirulina');
  const product = page.url();
  await expect.poll(isKept(page, /\/api\/product\/\d+$/)).toBe(true);
  await expect.poll(isKept(page, /\/api\/reviews\?product_id=/)).toBe(true);
  const picture = page.getByRole('main').getByRole('img').first();
  const shown = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(shown).toBeGreaterThan(0);
  const source = await picture.evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect.poll(async () => (await kept(page)).join('\n')).toContain(` ${source}`);

  await setOffline(context, true);
  await expect(page.getByText(NOTICE)).toBeVisible();
  await page.goto('/');
  await expect(page.getByText(NOTICE)).toBeVisible();
  await expect(card).toBeVisible();
  await page.goto(product);
  await expect(page.getByRole('heading', { level: 1, name: 'Spirulina' })).toBeVisible();
  await expect(page).toHaveTitle(/Spirulina/);
  await expect.poll(shown).toBeGreaterThan(0);
  // These pages were never opened: a text is part of the app, a product is not.
  await page.goto('/how-to-order');
  await expect(page.getByRole('heading', { level: 1, name: 'Cara Berbelanja' })).toBeVisible();
  await page.goto(paths.product(other));
  await expect(page.getByText('Gagal memuat produk')).toBeVisible();
  const marked = await page.evaluate(async () =>
    (await fetch('/api/products')).headers.get('x-kept'),
  );
  expect(Number(marked)).toBeGreaterThan(0);

  await setOffline(context, false);
  await expect(page.getByText(NOTICE)).toBeHidden();
  // The page loads automatically once the network is back.
  await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible();
  const fresh = await page.evaluate(async () =>
    (await fetch('/api/products')).headers.has('x-kept'),
  );
  expect(fresh).toBe(false);
});

test('an idle page detects a restored network', async ({ page, context }) => {
  await page.goto('/');
  await expectWorker(page);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect.poll(isKept(page, /\/api\/products$/)).toBe(true);
  await setOffline(context, true);
  await page.reload();
  await expect(page.getByText(NOTICE)).toBeVisible();
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await setOffline(context, false);
  await expect(page.getByText(NOTICE)).toBeHidden();

  // A late message of the worker about a lost network is corrected by the next call to the server.
  await page.evaluate(() => {
    document.documentElement.dataset['network'] = 'gone';
    dispatchEvent(new Event('gone'));
  });
  await expect(page.getByText(NOTICE)).toBeVisible();
  await expect(page.getByText(NOTICE)).toBeHidden();
});

test('a member can read offline but not save', async ({ page, context, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.fillCart('Spirulina', 2);
  const [order] = await member.orders();
  await enterWithWorker(page, member);
  await page.goto('/my-order');
  await expect(page.getByText(order?.order_id ?? '')).toBeVisible();
  await page.goto('/bv-report');
  const planA = page.getByRole('slider', { name: /^BV Plan A/ });
  await reveal(page, planA);
  await expect(page.getByText('Grand total').locator('xpath=../..')).toContainText(/\d BV/);
  await openProduct(page, 'Spirulina');
  const product = page.url();
  await expect(page.getByRole('button', { name: /wishlist$/ }).first()).toBeEnabled();
  await page.goto('/cart');
  const totals = page.getByRole('region', { name: 'Ringkasan' });
  await page.getByLabel(/^Pilih semua/).check();
  await expect(totals.getByRole('button', { name: /^Checkout/ })).toBeEnabled();
  const shown = async () => amount(await totals.getByRole('definition').first().textContent());
  await expect.poll(shown).toBeGreaterThan(0);
  const before = await shown();
  await expect.poll(isKept(page, /\/api\/cart\?/)).toBe(true);

  await setOffline(context, true);
  await page.reload();
  await expect(page.getByText(NOTICE)).toBeVisible();
  const all = page.getByLabel(/^Pilih semua/);
  await all.uncheck();
  await all.check();
  await expect.poll(shown).toBe(before);

  // The cart is unchanged.
  const refused = page.getByRole('dialog').filter({ hasText: OFFLINE });
  await page.getByRole('button', { name: /^Tambah/ }).click();
  await refused.getByRole('button', { name: 'Oke!' }).click();
  await expect.poll(shown).toBe(before);
  await totals.getByRole('button', { name: /^Checkout/ }).click();
  await refused.getByRole('button', { name: 'Oke!' }).click();
  await expect(page).toHaveURL(/\/cart$/);

  await page.goto(product);
  for (const name of [/^Keranjang$/, /wishlist$/]) {
    await page.getByRole('main').getByRole('button', { name }).first().click();
    await refused.getByRole('button', { name: 'Oke!' }).click();
  }

  await page.goto('/edit-profile');
  const address = page.getByLabel(/^Alamat/);
  await address.fill('Jl. Melati No. 9');
  await page.getByRole('button', { name: /^Simpan/ }).click();
  // The heirs below the form have a notice of their own once they fail to load.
  const form = page.locator('form', { has: address });
  await expect(form.getByRole('alert')).toContainText(OFFLINE);
  await expect(address).toHaveValue('Jl. Melati No. 9');

  await page.goto('/my-order');
  await expect(page.getByText(order?.order_id ?? '')).toBeVisible();
  await page.goto('/bv-report');
  await expect(page.getByText('Grand total').locator('xpath=../..')).toContainText(/\d BV/);
  await planA.fill('150');
  await page.getByRole('slider', { name: /^BV Plan B/ }).fill('199');
  const result = page.getByLabel('Hasil simulasi', { exact: true });
  await expect(result.getByRole('definition')).toHaveText(['149', '200', '349']);

  await setOffline(context, false);
  await expect(page.getByText(NOTICE)).toBeHidden();
  const [line] = await member.get<{ quantity: number }[]>('/api/cart?email=siti@ksmart.test');
  expect(line?.quantity).toBe(2);
});

/** Makes the worker store the data of the member's profile. */
async function keepProfile(page: Page, member: Member): Promise<void> {
  await enterWithWorker(page, member);
  await page.goto('/profile');
  await expect.poll(isKept(page, /\/api\/me$/)).toBe(true);
}

test('the office shows an error when offline', async ({ page, context, request }) => {
  await enterWithWorker(page, await Member.logIn(request, 'admin@ksmart.test'));
  await page.goto('/admin/orders');
  await expect(page.getByRole('link', { name: /^KS-/ }).first()).toBeVisible();
  await setOffline(context, true);
  await page.getByRole('combobox', { name: 'Yang menunggu' }).selectOption('pack');
  await expect(page.getByRole('main').getByText(OFFLINE)).toBeVisible();
  // None of the office's data are stored, and the notice does not promise them.
  await expect(page.getByText(NOTICE)).toContainText('Yang tampil mungkin bukan yang terbaru');
  // A page that was not opened yet cannot be loaded either.
  await page.getByRole('button', { name: 'Buka menu' }).click();
  await page.getByText('Buku & laporan').click();
  await page.getByRole('link', { name: 'Buku kas' }).click();
  await expect(page.getByRole('button', { name: /coba lagi|muat ulang/i }).first()).toBeVisible();
  await expect(page.getByText('Memuat data...')).toBeHidden();
  await setOffline(context, false);
  await page.goto('/admin/books');
  await expect(page.getByRole('heading', { level: 1, name: 'Buku kas' })).toBeVisible();
});

test('an offline logout deletes stored data', async ({ page, context, request }) => {
  await keepProfile(page, await Member.logIn(request, 'budi@ksmart.test'));
  await setOffline(context, true);
  await page.reload();
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Ya, logout!' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(isKept(page, /^member /)).toBe(false);
  const texts = await page.evaluate(async () => {
    let found = '';
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const key of await cache.keys())
        found += `${key.url}\n${await (await cache.match(key))?.text()}\n`;
    }
    return found;
  });
  expect(texts).toContain('/assets/');
  expect(texts).not.toContain('budi@ksmart.test');

  // The login shows why it is impossible, and retains the typed text.
  await page.getByLabel('Email').fill('budi@ksmart.test');
  await page.getByLabel('Password', { exact: true }).fill('ksmart-demo');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toContainText(OFFLINE);
  await expect(page.getByLabel('Email')).toHaveValue('budi@ksmart.test');
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login$/);
});

test('offline session expiry deletes stored data', async ({ page, context, request }) => {
  await keepProfile(page, await Member.logIn(request, 'budi@ksmart.test'));
  await setOffline(context, true);
  await page.evaluate(() => {
    const claims = btoa(JSON.stringify({ sub: '1', email: 'budi@ksmart.test', exp: 1 }));
    localStorage.setItem('token', `x.${claims}.y`);
  });
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Sesi berakhir' })).toBeVisible();
  await expect.poll(isKept(page, /^member /)).toBe(false);
});

test('the service worker stores the whole app', async ({ page, request }) => {
  const served = await request.get('/sw.js');
  expect(served.headers()['cache-control']).toBe('no-cache');
  expect(served.headers()['content-type']).toContain('javascript');
  await page.goto('/about-us');
  await expectWorker(page);
  const names = (await kept(page)).filter((each) => each.startsWith('app-')).join(' ');
  for (const part of [/CartPage-\S+\.js/, /core_wasm_bg-\S+\.wasm/, /\.woff2/, /\/profile\b/])
    expect(names).toMatch(part);
});
