import { amount, expect, expectNoSidewaysScroll, test } from './shop';
import { openProduct } from './steps';

test('the home page links to the best sellers', async ({ page }, info) => {
  await page.goto('/');
  const { dark } = info.project.metadata as { dark: boolean };
  expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(dark);
  await expect(page.getByRole('article')).toHaveCount(8);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Lihat Semua Paling Laris' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Paling Laris' })).toBeVisible();
  expect(await page.getByRole('article').count()).toBeLessThanOrEqual(10);
});

test('a list keeps its sort order after a reload', async ({ page }) => {
  await page.goto('/all-product?keyword=kopi');
  await page.getByLabel('Urutkan').selectOption('Termurah');
  await expect(page).toHaveURL(/sort=termurah/);
  await page.reload();
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();
  const prices = (await cards.getByText(/^Rp/).allTextContents()).map(amount);
  expect(prices.length).toBeGreaterThan(1);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
});

test('a keyboard search opens a product', async ({ page }) => {
  await page.goto('/');
  const search = page.getByRole('combobox', { name: 'Cari produk' });
  await expect(search).toBeEnabled();
  await search.fill('zzzz');
  await expect(page.getByText('Produk tidak ditemukan.')).toBeVisible();
  await search.fill('klorofil');
  await expect(page.getByRole('option').first()).toBeVisible();
  await search.press('ArrowDown');
  await search.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Klorofil/ })).toBeVisible();
});

test('a quantity cannot go below its minimum', async ({ page }) => {
  await page.goto('/product/3-sari-kurma-premium');
  await expect(page.getByRole('button', { name: 'Tambah jumlah' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Kurangi jumlah' })).toBeDisabled();
});

for (const [slug, variants] of [
  ['1-klorofil-mint', 1],
  ['3-sari-kurma-premium', 0],
] as const)
  test(`late variants do not shift /product/${slug}`, async ({ page }) => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/product\/\d+$/, async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`/product/${slug}`);
    const more = page.getByRole('button', { name: 'Tambah jumlah' });
    await expect(more).toBeVisible();
    const place = await more.boundingBox();
    answer();
    await expect(page.getByRole('button', { name: 'Foto 2', exact: true })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Varian' })).toHaveCount(variants);
    expect(await more.boundingBox()).toEqual(place);
  });

test('buying a product requires a login', async ({ page }) => {
  await openProduct(page, 'Klorofil Mint');
  await expect(page.getByRole('group', { name: 'Varian' })).toBeVisible();
  await page.getByRole('button', { name: '100% Produk Original' }).click();
  await expect(page.getByRole('dialog', { name: '100% Produk Original' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Beli Sekarang' }).click();
  await expect(page.getByText('Anda harus login terlebih dahulu!')).toBeVisible();
  await page.getByRole('button', { name: 'Oke!' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('a product gallery shows the chosen picture', async ({ page }) => {
  await openProduct(page, 'Klorofil Mint');
  const gallery = page.getByRole('region', { name: /^Foto Klorofil Mint/ });
  const thumbnail = (place: number) =>
    gallery.getByRole('button', { name: `Foto ${place}`, exact: true });
  const large = (place: number) =>
    gallery.getByRole('button', { name: new RegExp(`^Perbesar foto ${place} `) });
  await thumbnail(4).click();
  await expect(thumbnail(4)).toHaveAttribute('aria-current', 'true');
  await expect(large(4)).toBeInViewport({ ratio: 0.9 });
  await expect(large(1)).not.toBeInViewport();
  const back = gallery.getByRole('button', { name: 'Foto sebelumnya' });
  // Without visible buttons, users swipe.
  if (await back.isVisible()) {
    await back.click();
    await back.click();
  } else
    await large(4).evaluate((slide) =>
      slide.parentElement?.scrollBy({ left: -2 * slide.clientWidth }),
    );
  await expect(large(2)).toBeInViewport({ ratio: 0.9 });
  await expect(thumbnail(2)).toHaveAttribute('aria-current', 'true');
  if (await back.isVisible()) {
    await back.press('Enter');
    await expect(back).toBeDisabled();
    // The button keeps the focus for keyboard users.
    await expect(back).toBeFocused();
  }
  await large(2).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Klorofil Mint' })).toBeVisible();
});

test('unknown products and pages show an error', async ({ page }) => {
  await page.goto('/product/999999-tidak-ada');
  await expect(page.getByText('Produk tidak ditemukan!')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/tidak/ada');
  await expect(page.getByRole('heading', { name: 'Not Found Page' })).toBeVisible();
});

test('every footer link opens a page', async ({ page }) => {
  await page.goto('/');
  const links = page.getByRole('contentinfo').getByRole('link');
  await expect(links.first()).toBeVisible();
  const addresses = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  for (const address of addresses.filter((each) => each?.startsWith('/'))) {
    await page.goto(address as string);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Not Found Page');
  }
});
