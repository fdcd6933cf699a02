import type { Locator, Page, Route } from '@playwright/test';
import { expectSteady } from './axe';
import { expect, test } from './shop';

/**
 * Returns the widths of the pictures that a page has requested so far, by the path of the picture.
 */
async function widths(page: Page, folder: string): Promise<number[]> {
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => entry.name),
  );
  return asked
    .map((address) => new URL(address))
    .filter(({ pathname }) => pathname.startsWith(folder))
    .map(({ searchParams }) => Number(searchParams.get('w')));
}

/** Returns the file that a browser chose for an image, and its width in pixels. */
function chosen(image: Locator): Promise<{ query: string; width: number }> {
  return image.evaluate(async ({ currentSrc }: HTMLImageElement) => {
    const file = new Image();
    file.src = currentSrc;
    await file.decode();
    return { query: new URL(currentSrc).search, width: file.naturalWidth };
  });
}

/** Waits until every picture on the screen has loaded; the server may have to create it first. */
async function arrived(page: Page): Promise<void> {
  const all = () =>
    page.evaluate(() => {
      const shown = [...document.querySelectorAll('img')].filter((img) => {
        const { top, bottom, left, right, width } = img.getBoundingClientRect();
        return width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      });
      return shown.length > 0 && shown.every((img) => img.complete && img.naturalWidth > 0);
    });
  await expect.poll(all, { timeout: 90_000 }).toBe(true);
}

test('a card loads a picture of its size', async ({ page }) => {
  await page.goto('/all-product');
  await expect(page.getByRole('article').first()).toBeVisible();
  await arrived(page);
  const cards = await widths(page, '/storage/products/');
  expect(cards.length).toBeGreaterThan(0);
  for (const width of cards) expect([256, 400]).toContain(width);
});

test('a high-density screen loads larger pictures', async ({ browser, shop }) => {
  const context = await browser.newContext({
    baseURL: shop,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
  });
  const page = await context.newPage();
  await page.goto('/all-product');
  await expect(page.getByRole('article').first()).toBeVisible();
  await arrived(page);
  const cards = await widths(page, '/storage/products/');
  expect(cards.length).toBeGreaterThan(0);
  for (const width of cards) expect(width).toBe(600);
  await context.close();
});

test('only pictures near the screen are loaded', async ({ page, request }) => {
  const { length: count } = (await (await request.get('/api/products')).json()) as unknown[];
  await page.goto('/all-product');
  await expect(page.getByRole('article')).toHaveCount(count);
  await arrived(page);
  expect((await widths(page, '/storage/products/')).length).toBeLessThan(count / 2);
  await page.getByRole('article').last().scrollIntoViewIfNeeded();
  await arrived(page);
});

test('product pictures load in suitable sizes', async ({ page }) => {
  await page.goto('/product/1-produk');
  const first = page.getByRole('button', { name: /^Perbesar foto 1/ }).locator('img');
  await expect(first).toHaveJSProperty('complete', true);
  expect(await chosen(first)).toEqual({ query: '?w=800&h=800', width: 800 });
  await expect(first).toHaveAttribute('fetchpriority', 'high');
  const thumbnail = page.getByRole('button', { name: 'Foto 2', exact: true }).locator('img');
  await expect(thumbnail).toHaveJSProperty('complete', true);
  expect(await chosen(thumbnail)).toEqual({ query: '?w=64&h=64', width: 64 });
  await page.getByRole('button', { name: /^Perbesar foto 1/ }).click();
  const large = page.getByRole('dialog').locator('img').first();
  await expect(large).toHaveJSProperty('complete', true);
  await expect(large).toHaveAttribute('srcset', /w=1600&h=1600 1600w/);
  expect((await chosen(large)).width).toBe(800);
});

test('a second visit loads pictures from the cache', async ({ page }) => {
  await page.goto('/all-product');
  await expect(page.getByRole('article').first()).toBeVisible();
  await arrived(page);
  await page.goto('/cart');
  await page.goto('/all-product');
  await expect(page.getByRole('article').first()).toBeVisible();
  await arrived(page);
  const fetched = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes('/storage/'))
      .map(({ name, transferSize, decodedBodySize }) => ({ name, transferSize, decodedBodySize })),
  );
  // Only pictures on the screen: those below it may not have been requested the first time.
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll('img')]
      .filter((img) => img.getBoundingClientRect().top < innerHeight)
      .map((img) => img.currentSrc),
  );
  const again = fetched.filter(({ name }) => shown.includes(name));
  expect(again.length).toBeGreaterThan(0);
  for (const { name, transferSize, decodedBodySize } of again) {
    expect(transferSize, name).toBe(0);
    expect(decodedBodySize, name).toBeGreaterThan(0);
  }
});

test('a failed picture shows a placeholder', async ({ page }) => {
  await page.route('**/storage/products/**', (route) => route.fulfill({ status: 422 }));
  await page.goto('/all-product');
  const card = page.getByRole('article').first();
  await expect(card).toBeVisible();
  const placeholder = card.locator('span.bg-sunken');
  await expect(placeholder.locator('svg')).toBeVisible();
  await expect(card.locator('img')).toHaveCount(0);
  const box = await placeholder.boundingBox();
  expect(box?.width).toBeGreaterThan(100);
  expect(Math.abs((box?.width ?? 0) - (box?.height ?? 0))).toBeLessThan(1);
  await expectSteady(page);
  await page.goto('/product/1-produk');
  const first = page.getByRole('button', { name: /^Perbesar foto 1/ });
  await expect(first.getByRole('img')).toBeVisible();
  await expect(first.locator('svg')).toBeVisible();
});

for (const address of ['/all-product', '/product/1-produk'])
  test(`loading pictures do not shift ${address}`, async ({ page }) => {
    const held: Route[] = [];
    let open = false;
    await page.route('**/storage/**', async (route) => {
      if (open) await route.continue();
      else held.push(route);
    });
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await expect(page.locator('main img').first()).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    open = true;
    for (const route of held) await route.continue();
    await arrived(page);
    await expectSteady(page);
  });
