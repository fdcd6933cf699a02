import type { Page, Route } from '@playwright/test';
import type { Wishlist } from '../src/api/schema';
import { expectAccessible, expectGoodScreen } from './axe';
import { enter, Member } from './member';
import { expect, expectNoSidewaysScroll, test } from './shop';
import { openProduct } from './steps';

const ADD = 'Tambah ke wishlist';
const REMOVE = 'Hapus dari wishlist';

/** Finds the card of a product by its name. */
const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Berhasil!' });
const alert = (page: Page) => page.getByRole('dialog', { name: 'Oops...' });

/** Opens the list of one product as a member whose wishlist does not contain it. */
async function standAtList(page: Page, member: Member, product: string) {
  await member.emptyWishlist();
  await member.enter(page);
  await page.goto(`/all-product?keyword=${encodeURIComponent(product)}`);
}

for (const [where, open] of Object.entries({
  'a card': (page: Page) => page.goto('/'),
  'the product page': (page: Page) => openProduct(page, 'Spirulina'),
}))
  test(`the wishlist button of ${where} needs a login`, async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: ADD }).first().click();
    await expect(alert(page)).toContainText('Anda harus login terlebih dahulu!');
    await expectAccessible(page);
    await alert(page).getByRole('button', { name: 'Oke!' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

test('a member adds and removes a wishlist product', async ({ page, request }) => {
  const product = 'Matcha Latte';
  const member = await Member.logIn(request, 'dewi.kartika@ksmart.test');
  await standAtList(page, member, product);
  const heart = card(page, product).getByRole('button');
  await expect(heart).toHaveAccessibleName(ADD);
  await expect(heart).toHaveAccessibleDescription(product);
  expect(await heart.boundingBox()).toMatchObject({ width: 44, height: 44 });
  await heart.click();
  await expect(notice(page)).toContainText('Produk ditambahkan ke wishlist.');
  await expect(heart).toHaveAccessibleName(REMOVE);
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  // The heart is on top of the card's link; a click on the heart does not follow the link.
  await expect(page).toHaveURL(/\/all-product/);
  expect(await member.wishlist()).toEqual([product]);
  await expectNoSidewaysScroll(page);

  await page.reload();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: `Lihat ${product}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: product })).toBeVisible();
  await page.getByRole('button', { name: REMOVE }).click();
  await expect(notice(page)).toContainText('Produk dihapus dari wishlist.');
  await expect(page.getByRole('button', { name: ADD })).toHaveAttribute('aria-pressed', 'false');
  expect(await member.wishlist()).toEqual([]);
  await page.getByRole('button', { name: ADD }).click();
  await expect(page.getByRole('button', { name: REMOVE })).toBeVisible();
  await page.goBack();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});

test('the wishlist button works by keyboard', async ({ page, request }) => {
  const product = 'Spirulina';
  const member = await Member.logIn(request, 'hendra.gunawan@ksmart.test');
  await standAtList(page, member, product);
  const heart = card(page, product).getByRole('button');
  await expect(heart).toBeEnabled();
  await page.getByRole('link', { name: `Lihat ${product}` }).focus();
  await page.keyboard.press('Tab');
  await expect(heart).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(heart).toBeEnabled();
  await expect(heart).toBeFocused();
  await page.keyboard.press('Space');
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  expect(await member.wishlist()).toEqual([]);
});

test('a failed wishlist change has no effect', async ({ page, request }) => {
  const product = 'Minyak Zaitun Tubuh';
  const member = await Member.logIn(request, 'yusuf.maulana@ksmart.test');
  await standAtList(page, member, product);
  const heart = card(page, product).getByRole('button');
  const held: Route[] = [];
  await page.route('**/api/wishlist', (route) => void held.push(route));
  await heart.click();
  await expect(heart).toBeDisabled();
  await expect(heart).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.fulfill({ status: 502, body: 'Bad Gateway' });
  await expect(alert(page)).toContainText('Terjadi kesalahan saat memproses wishlist.');
  await alert(page).getByRole('button', { name: 'Oke!' }).click();
  await expect(heart).toBeFocused();
  await expect(heart).toBeEnabled();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  expect(await member.wishlist()).toEqual([]);

  await page.unroute('**/api/wishlist');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  const refusal = { message: 'Sedang diproses.', code: 'repeated' };
  await page.route('**/api/wishlist/*', (route) => route.fulfill({ status: 409, json: refusal }));
  await heart.click();
  await expect(alert(page)).toContainText('Sedang diproses.');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  expect(await member.wishlist()).toEqual([product]);
});

test('buying works without the wishlist button', async ({ page }) => {
  await enter(page, 'budi@ksmart.test');
  await page.route('**/WishlistButton-*.js', (route) => route.abort());
  await page.goto('/all-product');
  await page.getByRole('link', { name: 'Lihat Spirulina' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Spirulina' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Beli Sekarang' })).toBeEnabled();
  await expect(page.getByRole('button', { name: ADD })).toHaveCount(0);
});

test('logging out clears the wishlist buttons', async ({ page, request }) => {
  const product = 'Matcha Latte';
  const member = await Member.logIn(request, 'fitri.handayani@ksmart.test');
  await standAtList(page, member, product);
  const heart = card(page, product).getByRole('button');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  const menu = page.getByRole('button', { name: 'Buka menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Ya, logout!' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
});

test('the wishlist shows and removes products', async ({ page, request }) => {
  const member = await Member.logIn(request, 'tri.wahyuni@ksmart.test');
  await member.fillWishlist('Matcha Latte', 'Spirulina');
  await member.enter(page);
  // One of the two products was never sold.
  await page.route('**/api/wishlist?*', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as Wishlist;
    for (const item of json.data) if (item.name === 'Spirulina') item.terjual = 0;
    await route.fulfill({ response, json });
  });
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Favorite Saya' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Favorite Saya2 produk');
  await expect(page.getByRole('article')).toHaveCount(2);
  const latte = card(page, 'Matcha Latte');
  await expect(latte.getByText(/^Rp/)).toBeVisible();
  await expect(latte.getByText('/ pcs')).toBeVisible();
  await expect(latte.getByText(/ BV$/)).toBeVisible();
  await expect(latte.getByRole('img', { name: /^Rating/ })).toBeVisible();
  await expect(latte.getByText(/^Terjual \d+$/)).toBeVisible();
  await expect(card(page, 'Spirulina').getByText('-', { exact: true })).toBeVisible();
  await expectGoodScreen(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);

  const remove = card(page, 'Spirulina').getByRole('button', { name: REMOVE });
  await expect(remove).toHaveAttribute('title', REMOVE);
  await remove.focus();
  // Delays the answer until a layout shift no longer counts as caused by the key press.
  await page.route('**/api/wishlist/*', async (route) => {
    const pressed = await page.evaluate(() => performance.now());
    await page.waitForFunction((since) => performance.now() > since + 600, pressed);
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await expect(card(page, 'Spirulina')).toBeHidden();
  // The button disappears with its card; the keyboard continues from the heading.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Favorite Saya1 produk');

  // The product is passed along, so its page appears before the server has answered.
  await page.route('**/api/product/*', () => new Promise(() => {}));
  await latte.getByRole('link', { name: 'Lihat Matcha Latte' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Matcha Latte' })).toBeVisible();
  await expect(page.getByText(/^Stok: \d+$/)).toBeVisible();
  await page.goBack();
  await latte.getByRole('button', { name: REMOVE }).click();
  await expect(page.getByText('Wishlist kamu masih kosong')).toBeVisible();
  await expectGoodScreen(page);
});

test('a failed wishlist can be loaded again', async ({ page, request }) => {
  const member = await Member.logIn(request, 'tri.wahyuni@ksmart.test');
  await member.enter(page);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/wishlist?*', async (route) => {
    await asked;
    await route.fulfill({ status: 403, json: {} });
  });
  await page.goto('/wishlist');
  await expect(page.getByRole('main').locator('.animate-pulse').first()).toBeVisible();
  answer();
  const problem = page.getByRole('alert').filter({ hasText: 'Gagal memuat wishlist.' });
  await expect(problem).toBeVisible();
  await page.unroute('**/api/wishlist?*');
  await problem.getByRole('button', { name: 'Coba Lagi' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d produk/);
});
