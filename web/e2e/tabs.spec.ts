/**
 * Several tabs of one browser: none ever shows one member's data to another, whoever logs in or
 * out, in whichever tab.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { Member } from './member';
import { expect, logIn, PASSWORD, test } from './shop';
import { fillCheckout, openProduct } from './steps';

/** The names of the two members, as the profile shows them. */
const SITI = 'Siti Aminah';
const BUDI = 'Budi Sutrisno';

/** Opens a second tab, without the greeting. */
async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    sessionStorage.setItem('popupVoucherClosed', 'true');
    sessionStorage.setItem('shipmentAlertShow', 'true');
  });
  await page.goto(path);
  return page;
}

const tokenOf = ({ headers }: Member) => (headers.authorization ?? '').slice('Bearer '.length);

/** Delays each API response by a random time, so that responses arrive in any order. */
const delay = (context: BrowserContext) =>
  context.route('**/api/**', async (route) => {
    const answer = await route.fetch().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
    await (answer ? route.fulfill({ response: answer }) : route.abort()).catch(() => undefined);
  });

async function logOut(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Ya, logout!' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

test('a tab follows a logout or login in another', async ({ page, context }) => {
  await delay(context);
  await logIn(page, 'siti@ksmart.test');
  const other = await open(context, '/profile');
  await expect(other.getByRole('main').getByText(SITI)).toBeVisible();
  await other.evaluate(() => sessionStorage.setItem('admin:rahasia', 'milik Siti'));
  await logOut(page);
  await expect(other).toHaveURL(/\/login$/);
  // The tab may still be navigating.
  const kept = () =>
    other.evaluate(() => sessionStorage.getItem('admin:rahasia')).catch(() => 'leaving');
  await expect.poll(kept).toBeNull();
  await logIn(page, 'budi@ksmart.test');
  await expect(other).not.toHaveURL(/\/login$/);
  await other.goto('/profile');
  await expect(other.getByRole('main').getByText(BUDI)).toBeVisible();
  await expect(other.getByText(SITI)).toBeHidden();
});

test('each tab buys its own product', async ({ page, context, request }) => {
  const buyer = await Member.logIn(request, 'budi@ksmart.test');
  await buyer.fillCart('Pasta Gigi Siwak', 3);
  await buyer.enter(page);
  const other = await open(context, '/');
  const chosen = [
    [page, 'Kopi Ginseng'],
    [other, 'Pasta Gigi Siwak'],
  ] as const;
  for (const [tab, name] of chosen) {
    await openProduct(tab, name);
    await tab.getByRole('main').getByRole('button', { name: 'Beli Sekarang' }).click();
    await expect(tab).toHaveURL(/\/checkout$/);
  }
  await page.reload();
  for (const [tab, name] of chosen) {
    await expect(tab.getByRole('main').getByText(name)).toBeVisible();
    await fillCheckout(tab);
    await tab.getByRole('radio', { name: /^COD/ }).check();
    await tab.getByRole('button', { name: 'Bayar Sekarang' }).click();
    await expect(tab).toHaveURL(/\/my-order$/);
    await expect(tab.getByRole('article').first()).toContainText(name);
  }
  await page.goto('/cart');
  const line = page.getByRole('listitem').filter({ hasText: 'Pasta Gigi Siwak' });
  await expect(line.getByRole('status')).toHaveText('3');
});

test('a changed token replaces all shown data', async ({ page, context, request }) => {
  await delay(context);
  const budi = await Member.logIn(request, 'budi@ksmart.test');
  await logIn(page, 'siti@ksmart.test');
  await page.goto('/profile');
  await expect(page.getByRole('main').getByText(SITI)).toBeVisible();
  const other = await open(context, '/robots.txt');
  await other.evaluate((token) => localStorage.setItem('token', token), tokenOf(budi));
  await expect(page.getByRole('main').getByText(BUDI)).toBeVisible();
  await expect(page.getByText(SITI)).toBeHidden();
});

test('a late answer is not shown to another member', async ({ page }) => {
  await logIn(page, 'siti@ksmart.test');
  await page.goto('/edit-profile');
  await expect(page.getByLabel('Nama')).toHaveValue(SITI);
  let answer = () => {};
  const waits = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/update', async (route) => {
    const response = await route.fetch();
    await waits;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Simpan perubahan' }).click();
  // Before the answer arrives, Siti's session ends and Budi logs in, both without a reload of the
  // page.
  await page.route('**/api/sessions', (route) =>
    route.fulfill({
      status: 401,
      json: {
        message: 'Sesi Anda telah berakhir. Silakan login kembali.',
        code: 'session_expired',
      },
    }),
  );
  await page.getByRole('link', { name: 'Kembali ke akun' }).click();
  await page.getByRole('dialog', { name: 'Sesi berakhir' }).getByRole('button').click();
  await expect(page).toHaveURL(/\/login$/);
  await page.unroute('**/api/sessions');
  await page.getByLabel('Email').fill('budi@ksmart.test');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).not.toHaveURL(/\/login$/);
  const late = page.waitForResponse('**/api/update');
  answer();
  await late;
  await page.getByRole('link', { name: 'Akun saya' }).click();
  await expect(page.getByRole('main').getByText(BUDI)).toBeVisible();
  await expect(page.getByText(SITI)).toBeHidden();
});

test('a late refusal does not end a new session', async ({ page, context, request }) => {
  const siti = await Member.logIn(request, 'siti@ksmart.test');
  await logIn(page, 'siti@ksmart.test');
  let refuse = () => {};
  const waits = new Promise<void>((resolve) => (refuse = resolve));
  const old = await page.evaluate(() => localStorage.getItem('token'));
  await page.route('**/api/sessions', async (route) => {
    if (route.request().headers().authorization !== `Bearer ${old}`) return route.fallback();
    await waits;
    await route.fulfill({
      status: 401,
      json: {
        message: 'Sesi Anda telah berakhir. Silakan login kembali.',
        code: 'session_expired',
      },
    });
  });
  await page.goto('/profile');
  const other = await open(context, '/robots.txt');
  await other.evaluate((token) => localStorage.setItem('token', token), tokenOf(siti));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBe(tokenOf(siti));
  const late = page.waitForResponse('**/api/sessions');
  refuse();
  await late;
  await page.getByRole('link', { name: 'Edit profil' }).click();
  await expect(page.getByLabel('Nama')).toHaveValue(SITI);
  await expect(page.getByRole('dialog', { name: 'Sesi berakhir' })).toBeHidden();
});

test('logging out ends the session on the server', async ({ page, request }) => {
  await logIn(page, 'siti@ksmart.test');
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Perangkat' })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.evaluate(() => {
    sessionStorage.setItem('checkout_draft_1', '{}');
    localStorage.setItem('checkout_token', 'x');
  });
  await logOut(page);
  const kept = await page.evaluate(() => [
    Object.keys(localStorage),
    Object.keys(sessionStorage).filter((key) => key.startsWith('checkout')),
  ]);
  expect(kept).toEqual([['darkMode'], []]);
  const headers = { authorization: `Bearer ${token}` };
  await expect.poll(async () => (await request.get('/api/me', { headers })).status()).toBe(401);
});

test('a member logs out other devices', async ({ page, request }) => {
  for (let device = 0; device < 2; device += 1) await Member.logIn(request, 'siti@ksmart.test');
  await logIn(page, 'siti@ksmart.test');
  await page.goto('/profile');
  const devices = page.getByRole('region', { name: 'Perangkat' });
  const mark = devices.getByText('Perangkat ini');
  await expect(mark).toHaveCount(1);
  // The mark is never broken in two, on whichever line it is.
  const size = page.viewportSize();
  for (let width = 320; width <= 420; width += 10) {
    await page.setViewportSize({ width, height: 800 });
    expect(await mark.evaluate((element) => element.getClientRects().length), `${width}`).toBe(1);
  }
  if (size) await page.setViewportSize(size);
  const rows = devices.getByRole('listitem');
  const before = await rows.count();
  await devices
    .getByRole('button', { name: /^Keluarkan (?!semua)/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Ya, keluarkan' }).click();
  await expect(rows).toHaveCount(before - 1);
  await devices.getByRole('button', { name: 'Keluarkan semua perangkat lain' }).click();
  await page.getByRole('button', { name: 'Ya, keluarkan' }).click();
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
});
