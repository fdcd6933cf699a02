import { expect, test } from './shop';

test('going back restores the scroll position', async ({ page }) => {
  await page.goto('/all-product?sort=termurah');
  const card = page.getByRole('article').nth(25);
  await card.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(500);
  const name = (await card.getByRole('heading').textContent()) ?? '';
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/sort=termurah/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  await expect(card).toBeInViewport();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('a rating filter is stored in the address', async ({ page }) => {
  await page.goto('/best-sellers');
  await expect(page.getByRole('article')).toHaveCount(10);
  await page.getByLabel('Rating minimum').selectOption('Rating 5');
  await expect(page).toHaveURL(/\/best-sellers\?rating=5$/);
  const stars = page.getByRole('article').getByRole('img', { name: /^Rating/ });
  const labels = () => stars.evaluateAll((all) => all.map((each) => each.ariaLabel));
  await expect.poll(async () => new Set(await labels())).toEqual(new Set(['Rating 5 dari 5']));
  await page.reload();
  await expect(page.getByLabel('Rating minimum')).toHaveValue('5');
});

test('a category lists its products in sort order', async ({ page, request }) => {
  const categories = (await (await request.get('/api/categories')).json()) as {
    id: number;
    name: string;
  }[];
  const products = (await (await request.get('/api/products')).json()) as {
    name: string;
    category_id: number;
    harga: number;
  }[];
  const chosen = categories.find(({ name }) => name === 'Kopi & Teh');
  const expected = products
    .filter((product) => product.category_id === chosen?.id)
    .toSorted((a, b) => b.harga - a.harga)
    .map(({ name }) => name);
  await page.goto('/category/Kopi%20%26%20Teh?sort=termahal');
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(expected);
});

test('a rating filter without results can be reset', async ({ page }) => {
  await page.goto('/category/Minuman%20Kesehatan?rating=5');
  const main = page.getByRole('main');
  await expect(main.getByText('Maaf, tidak ada produk tersedia untuk kategori ini.')).toBeVisible();
  await expect(main.getByText('Yang dicari: rating 5.')).toBeVisible();
  await main.getByRole('button', { name: 'Semua rating' }).click();
  await expect(page).toHaveURL(/\/category\/Minuman%20Kesehatan$/);
  await expect(main.getByRole('article').first()).toBeVisible();
});

test('empty lists show a message', async ({ page }) => {
  await page.goto('/all-product?keyword=tidakada');
  await expect(page.getByText('Produk tidak ditemukan.').filter({ visible: true })).toBeVisible();
  await page.goto('/category/Tidak%20Ada');
  await expect(page.getByText('Maaf, tidak ada produk tersedia untuk kategori ini.')).toBeVisible();
  await page.getByRole('link', { name: 'Lihat semua produk' }).click();
  await expect(page.getByRole('article')).toHaveCount(60);
});

test('a product shows list data until it is loaded', async ({ page }) => {
  await page.goto('/all-product');
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/product/*', async (route) => {
    await asked;
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), harga: 99_000 } });
  });
  await page.getByRole('link', { name: 'Lihat Klorofil Mint' }).click();
  await expect(page.getByText('Rp 168.000')).toBeVisible();
  answer();
  await expect(page.getByText('Rp 99.000')).toBeVisible();
});

test('a product link can be shared', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
  });
  await page.goto('/product/1-klorofil-mint');
  await page.getByRole('button', { name: 'Bagikan produk' }).click();
  await expect(page.getByText('Tautan disalin')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  const link = await page
    .getByRole('link', { name: 'Bagikan lewat WhatsApp' })
    .getAttribute('href');
  const text = new URL(link ?? '').searchParams.get('text') ?? '';
  expect(text).toContain('Klorofil Mint');
  expect(text).toContain(page.url());
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', {
      value: (data: unknown) => {
        (window as unknown as { shared: unknown }).shared = data;
        return Promise.resolve();
      },
    });
  });
  await page.getByRole('button', { name: 'Bagikan produk' }).click();
  expect(
    await page.evaluate(() => (window as unknown as { shared: { url: string } }).shared.url),
  ).toBe(page.url());
});

test('best sellers take one or two rows', async ({ page }) => {
  await page.goto('/');
  for (const [width, rows] of [
    [390, 2],
    [820, 1],
    [1280, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const shelf = page.locator('section', {
      has: page.getByRole('heading', { name: 'Paling Laris' }),
    });
    const tops = await shelf
      .getByRole('article')
      .evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().top)).size);
    expect(tops).toBe(rows);
  }
});
