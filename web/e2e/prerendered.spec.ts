/** Content that the server writes into a page, and the app that replaces it. */
import type { Page } from '@playwright/test';
import { firstRoute } from '../scripts/first-route-size.mjs';
import { enter } from './member';
import { expect, test } from './shop';
import { prerenderedPaths } from './visit';

/**
 * Delays parts of the app until the returned function is called; until then only the server's
 * content is shown.
 */
async function hold(page: Page, parts: string): Promise<() => void> {
  let run = () => {};
  const held = new Promise<void>((resolve) => {
    run = resolve;
  });
  await page.route(parts, async (route) => {
    await held;
    await route.continue();
  });
  return run;
}

test('pages show their content without JavaScript', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const heading = page.locator('main h1');
  for (const [path, title, cards] of [
    ['/', 'Sehat setiap hari, dari rumah sendiri.', 8],
    ['/all-product', 'Semua Produk', 8],
    ['/category/Kopi%20&%20Teh', 'Kopi & Teh', 7],
    ['/all-product?sort=termahal', 'Semua Produk', 0],
    ['/all-product?keyword=%3Cb%3E', 'Hasil untuk “<b>”', 0],
    ['/product/1-klorofil-mint', 'Klorofil Mint', 0],
    ['/voucher', 'Voucher', 0],
    ['/why', 'Kenapa Harus K-Link?', 1],
  ] as const) {
    await page.goto(shop + path);
    await expect(heading).toHaveText(title);
    expect(await page.getByRole('article').count()).toBe(cards);
  }
  await context.close();
});

test('links and the search work without JavaScript', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${shop}/all-product`);
  await page.getByRole('link', { name: 'Lihat Klorofil Mint' }).click();
  await expect(page).toHaveURL(/\/product\/1-klorofil-mint$/);
  await page.getByRole('link', { name: 'Cara Berbelanja' }).click();
  await expect(page).toHaveURL(/\/how-to-order$/);
  await page.goto(shop);
  await page.getByRole('combobox', { name: 'Cari produk' }).fill('kopi');
  await page.getByRole('button', { name: 'Cari', exact: true }).click();
  await expect(page).toHaveURL(/\/all-product\?keyword=kopi$/);
  await context.close();
});

for (const look of ['a visitor', 'a member', 'reduced motion'])
  test(`the app reuses the server HTML: ${look}`, async ({ page }) => {
    if (look === 'a member') await enter(page, 'budi@ksmart.test');
    if (look === 'reduced motion') await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route('**/assets/index-*.js', async (route) => {
      await page.waitForFunction(() => document.readyState !== 'loading');
      await page.evaluate(() => {
        for (const element of document.querySelectorAll('main h1, main h1 + *, main a'))
          element.setAttribute('data-drawn', '');
      });
      await route.continue();
    });
    for (const path of [
      ...prerenderedPaths,
      '/all-product?keyword=kopi',
      '/best-sellers?sort=termahal',
    ]) {
      await page.goto(path, { waitUntil: 'commit' });
      // This button is the last element that the app enables or replaces.
      await expect(page.getByRole('button', { name: /^Ganti ke tema/ })).toBeEnabled();
      await page.waitForLoadState('networkidle');
      const drawn = await page.locator('main h1[data-drawn]').count();
      expect([path, drawn]).toEqual([path, 1]);
    }
  });

test('an early click works once the app runs', async ({ page }) => {
  const run = await hold(page, '**/assets/base-*.js');
  await page.goto('/product/1-klorofil-mint', { waitUntil: 'commit' });
  await page.getByRole('button', { name: '100% Produk Original' }).click();
  run();
  await expect(page.getByRole('dialog', { name: '100% Produk Original' })).toBeVisible();
});

test('only the first picture loads before the app', async ({ page, shop }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const address = request.url().replace(shop, '');
    if (address.startsWith('/storage/')) asked.push(address);
  });
  const run = await hold(page, '**/assets/base-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(asked.filter((picture) => !picture.startsWith('/storage/banners/banner-1-'))).toEqual([]);
  run();
  const card = page.getByRole('article').last().locator('img');
  await card.scrollIntoViewIfNeeded();
  await expect
    .poll(() => card.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
});

test('pictures load when the app fails to load', async ({ browser, shop }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.clock.install();
  await hold(page, '**/assets/base-*.js');
  await page.goto(shop, { waitUntil: 'commit' });
  const card = page.getByRole('article').first().locator('img');
  await expect(card).toBeAttached();
  await page.clock.runFor(8000);
  await card.scrollIntoViewIfNeeded();
  await expect
    .poll(() => card.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await context.close();
});

test('opening the menu does not move the page', async ({ page }) => {
  await page.goto('/');
  const heading = page.getByRole('heading', { level: 1 });
  const place = await heading.boundingBox();
  await page.getByRole('button', { name: 'Buka menu' }).click();
  await expect(page.getByRole('button', { name: 'Tutup menu' })).toBeVisible();
  expect(await heading.boundingBox()).toEqual(place);
  // On a screen that is too low for it, the menu scrolls.
  await page.setViewportSize({ width: 320, height: 180 });
  const last = page.locator('#menu').getByRole('link').last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 0.9 });
});

test('starting the app keeps the scroll position', async ({ page }) => {
  const run = await hold(page, '**/assets/base-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const link = page.getByRole('link', { name: 'Lihat Semua Semua Produk' });
  await link.scrollIntoViewIfNeeded();
  const down = () => page.evaluate(() => window.scrollY);
  const before = await down();
  expect(before).toBeGreaterThan(0);
  run();
  // The app has taken over the page.
  await expect(page.getByRole('button', { name: 'Cari dengan suara' })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  expect(Math.abs((await down()) - before)).toBeLessThan(50);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Semua Produk' })).toBeVisible();
  expect(await down()).toBe(0);
});

test('the footer stays until the app replaces it', async ({ page }) => {
  const run = await hold(page, '**/assets/Footer-*.js');
  await page.goto('/why');
  const foot = page.getByRole('contentinfo');
  await foot.scrollIntoViewIfNeeded();
  const link = await foot.getByRole('link', { name: 'Replacement' }).elementHandle();
  const toggle = page.getByRole('button', { name: /^Ganti ke tema/ });
  await expect(toggle).toBeEnabled();
  const theme = String(await toggle.getAttribute('aria-label'));
  // A click makes the app request the footer at once, but it has not arrived yet.
  await foot.getByRole('heading').first().click();
  await toggle.click();
  await expect(toggle).not.toHaveAccessibleName(theme);
  expect(await link?.evaluate((element) => element.isConnected)).toBe(true);
  run();
  await foot.getByRole('link', { name: 'Replacement' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Replacement');
});

test('text typed before the app runs is searched', async ({ page }) => {
  const run = await hold(page, '**/assets/base-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const search = page.getByRole('combobox', { name: 'Cari produk' });
  await search.fill('kopi');
  run();
  await expect(page.getByRole('button', { name: /^Ganti ke tema/ })).toBeEnabled();
  await expect(search).toHaveValue('kopi');
  await expect(page.getByRole('option').first()).toBeVisible();
});

for (const path of [...prerenderedPaths, '/cart', '/login', '/profile', '/my-order'])
  test(`the header of ${path} works while data loads`, async ({ page }) => {
    // A member who visited the shop before.
    await enter(page, 'siti@ksmart.test');
    await page.route('**/api/**', () => new Promise(() => {}));
    const run = await hold(page, '**/assets/**.js');
    await page.goto(path, { waitUntil: 'commit' });
    // Before the app runs, the frame is the server's.
    const frame = page.getByRole('navigation', { name: 'Utama' });
    await expect(frame.getByRole('link', { name: 'Keranjang' })).toBeVisible();
    run();
    await expect(frame.getByRole('link', { name: 'Akun saya' })).toBeVisible();
    const theme = frame.getByRole('button', { name: /^Ganti ke tema/ });
    const before = await theme.getAttribute('aria-label');
    await theme.click();
    await expect(theme).not.toHaveAttribute('aria-label', before ?? '');
    await expect(frame).toBeVisible();
  });

test('links work while the list still loads', async ({ page }) => {
  await page.route('**/api/products', () => new Promise(() => {}));
  await page.goto('/all-product', { waitUntil: 'commit' });
  await expect(page.getByRole('navigation', { name: 'Utama' })).toBeVisible();
  await page.getByRole('link', { name: 'Lihat Klorofil Mint' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Klorofil Mint' })).toBeVisible();
});

test('the first visit loads the expected scripts', async ({ page, shop }) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') fetched.push(request.url().replace(`${shop}/`, ''));
  });
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  const first = firstRoute();
  await expect.poll(() => first.filter((script) => !fetched.includes(script))).toEqual([]);
  await page.waitForLoadState('networkidle');
  expect(fetched.toSorted()).toEqual(first.toSorted());
});

test('an outdated page reloads only once', async ({ page }) => {
  await page.goto('/');
  // This button is enabled once the app runs.
  await expect(page.getByRole('button', { name: /^Ganti ke tema/ })).toBeEnabled();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  // The server has newer parts now, while this page requests an old one.
  await page.route('**/assets/listPages-*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.route('**/all-product', async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replaceAll(
      /\/assets\/index-[\w-]+\.js/g,
      '/assets/index-other.js',
    );
    await (route.request().isNavigationRequest()
      ? route.continue()
      : route.fulfill({ response: answer, body: html }));
  });
  await page.getByRole('link', { name: 'Lihat Semua Semua Produk' }).click();
  await expect.poll(() => loads).toBe(1);
  await expect(page.getByText('Halaman ini gagal dimuat')).toBeVisible();
  expect(loads).toBe(1);
});
