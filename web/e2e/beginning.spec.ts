/** Content that the server writes into a page, and the app that replaces it. */
import type { Page } from '@playwright/test';
import { firstRoute } from '../scripts/first-route-size.mjs';
import { enter } from './member';
import { expect, test } from './shop';
import { begun } from './visit';

/** Keeps parts of the app from coming until the answer is called: what the server drew stands alone so long. */
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

test('the page begins with what it is about, and with nothing that is not known yet', async ({
  browser,
  shop,
}) => {
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

test('links and the search work before the app runs', async ({ browser, shop }) => {
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

for (const who of ['a visitor', 'a member', 'whoever bears no motion'])
  test(`what ${who} sees first is taken over by the app, not drawn anew`, async ({ page }) => {
    if (who === 'a member') await enter(page, 'budi@ksmart.test');
    if (who === 'whoever bears no motion') await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route('**/assets/index-*.js', async (route) => {
      await page.waitForFunction(() => document.readyState !== 'loading');
      await page.evaluate(() => {
        for (const element of document.querySelectorAll('main h1, main h1 + *, main a'))
          element.setAttribute('data-drawn', '');
      });
      await route.continue();
    });
    for (const path of [...begun, '/all-product?keyword=kopi', '/best-sellers?sort=termahal']) {
      await page.goto(path, { waitUntil: 'commit' });
      // The last of all is for the app to enable, or to replace.
      await expect(page.getByRole('button', { name: /^Ganti ke tema/ })).toBeEnabled();
      await page.waitForLoadState('networkidle');
      const drawn = await page.locator('main h1[data-drawn]').count();
      expect([path, drawn]).toEqual([path, 1]);
    }
  });

test('a button that is pressed before the app runs is pressed when it does', async ({ page }) => {
  const run = await hold(page, '**/assets/base-*.js');
  await page.goto('/product/1-klorofil-mint', { waitUntil: 'commit' });
  await page.getByRole('button', { name: '100% Produk Original' }).click();
  run();
  await expect(page.getByRole('dialog', { name: '100% Produk Original' })).toBeVisible();
});

test('the pictures below the first one wait for the app', async ({ page, shop }) => {
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

test('pictures come where the app does not', async ({ browser, shop }) => {
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

test('the menu lies over the page', async ({ page }) => {
  await page.goto('/');
  const heading = page.getByRole('heading', { level: 1 });
  const place = await heading.boundingBox();
  await page.getByRole('button', { name: 'Buka menu' }).click();
  await expect(page.getByRole('button', { name: 'Tutup menu' })).toBeVisible();
  expect(await heading.boundingBox()).toEqual(place);
  // On a screen that is too low for it, it scrolls.
  await page.setViewportSize({ width: 320, height: 180 });
  const last = page.locator('#menu').getByRole('link').last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 0.9 });
});

test('who scrolls before the app runs stays there', async ({ page }) => {
  const run = await hold(page, '**/assets/base-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const link = page.getByRole('link', { name: 'Lihat Semua Semua Produk' });
  await link.scrollIntoViewIfNeeded();
  const down = () => page.evaluate(() => window.scrollY);
  const before = await down();
  expect(before).toBeGreaterThan(0);
  run();
  // The page itself is the app's.
  await expect(page.getByRole('button', { name: 'Cari dengan suara' })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  expect(Math.abs((await down()) - before)).toBeLessThan(50);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Semua Produk' })).toBeVisible();
  expect(await down()).toBe(0);
});

test('the foot of the page stands until the app has it, whatever changes around it', async ({
  page,
}) => {
  const run = await hold(page, '**/assets/Footer-*.js');
  await page.goto('/why');
  const foot = page.getByRole('contentinfo');
  await foot.scrollIntoViewIfNeeded();
  const link = await foot.getByRole('link', { name: 'Replacement' }).elementHandle();
  const toggle = page.getByRole('button', { name: /^Ganti ke tema/ });
  await expect(toggle).toBeEnabled();
  const theme = String(await toggle.getAttribute('aria-label'));
  // A press asks the app for the foot at once, which is not there.
  await foot.getByRole('heading').first().click();
  await toggle.click();
  await expect(toggle).not.toHaveAccessibleName(theme);
  expect(await link?.evaluate((element) => element.isConnected)).toBe(true);
  run();
  await foot.getByRole('link', { name: 'Replacement' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Replacement');
});

test('what was typed before the app ran is searched', async ({ page }) => {
  const run = await hold(page, '**/assets/base-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const search = page.getByRole('combobox', { name: 'Cari produk' });
  await search.fill('kopi');
  run();
  await expect(page.getByRole('button', { name: /^Ganti ke tema/ })).toBeEnabled();
  await expect(search).toHaveValue('kopi');
  await expect(page.getByRole('option').first()).toBeVisible();
});

for (const path of [...begun, '/cart', '/login', '/profile', '/my-order'])
  test(`${path} has its frame at once, and it works, while no answer has come`, async ({
    page,
  }) => {
    // Of a member who was here before.
    await enter(page, 'siti@ksmart.test');
    await page.route('**/api/**', () => new Promise(() => {}));
    const run = await hold(page, '**/assets/**.js');
    await page.goto(path, { waitUntil: 'commit' });
    // Before the app runs: the server has drawn it.
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

test('an answer that does not come leaves the links alive', async ({ page }) => {
  await page.route('**/api/products', () => new Promise(() => {}));
  await page.goto('/all-product', { waitUntil: 'commit' });
  await expect(page.getByRole('navigation', { name: 'Utama' })).toBeVisible();
  await page.getByRole('link', { name: 'Lihat Klorofil Mint' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Klorofil Mint' })).toBeVisible();
});

test('the first visit costs what the build has counted', async ({ page, shop }) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') fetched.push(request.url().replace(`${shop}/`, ''));
  });
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(fetched.toSorted()).toEqual(firstRoute().toSorted());
});

test('a page of a replaced version says so and is loaded anew, once', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  // The server has other parts now, and this page asks for one of before.
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
