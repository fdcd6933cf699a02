/**
 * Server-rendered content and metadata of pages, and the data that they preload for the app:
 * nothing is requested twice or stays unused.
 */
import type { Page } from '@playwright/test';
import { enter } from './member';
import { expect, test } from './shop';

const PRODUCT = '/product/1-nama-lama';

/**
 * Collects the browser's warnings about the page: violations of the content security policy, and
 * unused preloads.
 */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (/preload|content security policy/i.test(message.text())) found.push(message.text());
  });
  return found;
}

/**
 * Starts counting fetches by address, without those from the browser's cache; the returned function
 * returns the counts so far.
 */
async function countFetches(page: Page): Promise<() => Record<string, number>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const addresses = new Map<string, string>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) =>
    addresses.set(requestId, request.url),
  );
  cdp.on('Network.requestServedFromCache', ({ requestId }) => addresses.delete(requestId));
  return () => {
    const counts: Record<string, number> = {};
    for (const address of addresses.values()) counts[address] = (counts[address] ?? 0) + 1;
    return counts;
  };
}

/** Records the app's own requests by `fetch`. */
async function noteAsked(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(window, { asked });
    const { fetch } = window;
    window.fetch = (input, options) => {
      asked.push(new URL(String(input), location.href).href);
      return fetch(input, options);
    };
  });
}

/** Returns the page's preloads that nothing on it has used so far. */
function unused(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { asked } = window as unknown as { asked: string[] };
    const used = new Set([...asked, ...[...document.images].map((each) => each.currentSrc)]);
    const choices = new Set([...document.images].map(({ srcset, sizes }) => `${srcset} ${sizes}`));
    const quotes = /["']/g;
    const face = (family: string, weight: string) => `${family} ${weight}`.replaceAll(quotes, '');
    const loaded = new Set(
      [...document.fonts]
        .filter(({ status }) => status === 'loaded')
        .map(({ family, weight }) => face(family, weight)),
    );
    const faces = [...document.styleSheets]
      .flatMap((sheet) => Array.from(sheet.cssRules))
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map(({ style }) => ({
        name: face(style.getPropertyValue('font-family'), style.getPropertyValue('font-weight')),
        src: style.getPropertyValue('src'),
      }));
    const shown = (path: string) =>
      faces.some(({ name, src }) => src.includes(path) && loaded.has(name));
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')];
    return [
      ...links.filter((link) => link.as !== 'font' && !link.imageSrcset && !used.has(link.href)),
      ...links.filter(
        (link) => link.imageSrcset && !choices.has(`${link.imageSrcset} ${link.imageSizes}`),
      ),
      ...links.filter((link) => link.as === 'font' && !shown(new URL(link.href).pathname)),
    ].map((link) => link.href);
  });
}

test('product metadata needs no JavaScript', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(shop + PRODUCT);
  await expect(page).toHaveTitle('Klorofil Mint · K-Smart');
  const content = (name: string) =>
    page.locator(`meta[property="${name}"]`).getAttribute('content');
  expect(await content('og:title')).toBe('Klorofil Mint');
  expect(await content('og:description')).toMatch(/^Rp\s[\d.]+ · /);
  const picture = await page.request.get((await content('og:image')) ?? '');
  expect(picture.headers()['content-type']).toBe('image/webp');
  const facts = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(facts.map((fact) => (JSON.parse(fact) as { '@type': string })['@type'])).toEqual([
    'Product',
    'BreadcrumbList',
  ]);
  const manifest = await page.request.get(`${shop}/manifest.webmanifest`);
  expect(manifest.headers()['content-type']).toBe('application/manifest+json');
  const { icons } = (await manifest.json()) as { icons: { src: string; sizes: string }[] };
  for (const { src } of icons)
    expect((await page.request.get(shop + src)).headers()['content-type']).toBe('image/png');
  await context.close();
});

const pages = [
  ['/', 'K-Smart', '/'],
  ['/all-product', 'Semua Produk · K-Smart', '/all-product'],
  ['/category/Kopi%20&%20Teh/', 'Kopi & Teh · K-Smart', '/category/Kopi%20%26%20Teh'],
  [PRODUCT, 'Klorofil Mint · K-Smart', '/product/1-klorofil-mint'],
  ['/how-to-order', 'Cara Berbelanja · K-Smart', '/how-to-order'],
] as const;

for (const [path, title, own] of pages)
  test(`${path} loads nothing twice or unused`, async ({ page, shop }) => {
    const heard = complaints(page);
    await noteAsked(page);
    const fetches = await countFetches(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => unused(page)).toEqual([]);
    await page.waitForLoadState('networkidle');
    const twice = Object.entries(fetches()).filter(([, count]) => count > 1);
    expect(twice).toEqual([]);
    await expect(page).toHaveTitle(title);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', shop + own);
    expect(heard).toEqual([]);
  });

test('a logged-in member uses every preload', async ({ page }) => {
  await enter(page, 'budi@ksmart.test');
  await noteAsked(page);
  const fetches = await countFetches(page);
  await page.goto(PRODUCT);
  await expect(page.getByRole('heading', { level: 1, name: 'Klorofil Mint' })).toBeVisible();
  await expect.poll(() => unused(page)).toEqual([]);
  const product = () =>
    Object.entries(fetches())
      .filter(([address]) => /\/api\/(product\/1|reviews)/.test(address))
      .map(([, count]) => count);
  await expect.poll(product).toHaveLength(2);
  await page.waitForLoadState('networkidle');
  expect(product()).toEqual([1, 1]);
  await page.goto('/delivery');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => unused(page)).toEqual([]);
});

test('title and canonical address follow navigation', async ({ page, shop }) => {
  const own = page.locator('link[rel=canonical]');
  await page.goto('/all-product?sort=termurah');
  await expect(own).toHaveAttribute('href', `${shop}/all-product`);
  await page.getByRole('link', { name: 'Lihat Klorofil Mint' }).click();
  await expect(page).toHaveTitle('Klorofil Mint · K-Smart');
  await expect(own).toHaveAttribute('href', `${shop}/product/1-klorofil-mint`);
  await page.goBack();
  await expect(page).toHaveTitle('Semua Produk · K-Smart');
  await expect(own).toHaveAttribute('href', `${shop}/all-product`);
  await page.getByRole('link', { name: 'Delivery' }).click();
  await expect(own).toHaveAttribute('href', `${shop}/delivery`);
});

test('missing pages answer 404 with noindex', async ({ page }) => {
  for (const path of ['/tidak/ada', '/category/Penipuan']) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  }
  await expect(page).toHaveTitle('Kategori tidak ditemukan · K-Smart');
  await expect(page.getByText('Maaf, tidak ada produk tersedia')).toBeVisible();
});

test('the theme colour matches the page', async ({ page }, info) => {
  const { dark } = info.project.metadata as { dark: boolean };
  const colour = page.locator('meta[name=theme-color]');
  await page.goto('/');
  await expect(colour).toHaveAttribute('content', dark ? '#0d1714' : '#faf8f4');
  await page.getByRole('button', { name: /^Ganti ke tema/ }).click();
  await expect(colour).toHaveAttribute('content', dark ? '#faf8f4' : '#0d1714');
});
