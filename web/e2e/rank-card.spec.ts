/** Rank card of the open period and the trial of points on it, online and offline. */
import type { Page } from '@playwright/test';
import type { BvPeriods } from '../src/api/schema';
import { expectAccessible, expectGoodScreen, layoutShift } from './axe';
import { Member } from './member';
import { setOffline } from './network';
import { reveal } from './steps';
import { amount, expect, expectNoSidewaysScroll, test } from './shop';

const cardOf = (page: Page) => page.getByRole('region', { name: 'Kartu peringkat' });

/** Scrolls down as far as possible. */
const toEnd = (page: Page) =>
  expect(async () => {
    await page.mouse.wheel(0, 9999);
    const isThere = () =>
      scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    expect(await page.evaluate(isThere)).toBe(true);
  }).toPass();

/** Returns the sum shown above a list of components, and the sum of the components. */
async function sums(place: ReturnType<typeof cardOf>): Promise<{ all: number; parts: number }> {
  const amounts = (await place.getByText(/^Rp/).allTextContents()).map((text) =>
    amount(text.split('+')[0]?.split('-')[0] ?? ''),
  );
  const [all = 0, ...parts] = amounts;
  return { all, parts: parts.reduce((sum, each) => sum + each, 0) };
}

test('the rank card shows the expected bonus', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.enter(page);
  await page.goto('/bonus');
  const card = cardOf(page);
  await reveal(page, card);
  await expect(card.getByText('Peringkat hari ini')).toBeVisible();
  await expect(card).toContainText(/angka per \d+ \w+ \d{4}, \d\d\.\d\d WIB/);
  const expected = card.getByText('Perkiraan bonus periode ini').locator('..');
  const { all, parts } = await sums(expected);
  expect(all).toBe(parts);
  await expectGoodScreen(page);
  await expectNoSidewaysScroll(page);

  await card.getByText('Apa jadinya kalau…').click();
  const result = card.getByRole('group', { name: 'Hasilnya' });
  expect((await sums(result)).all).toBe(all);
  const own = card.getByRole('group', { name: 'Poin Anda bertambah' });
  await own.getByLabel('Plan A').fill('1000');
  await expect(result).toContainText(/\+Rp/);
  const tried = await sums(result);
  expect(tried.all).toBeGreaterThan(all);
  expect(tried.all).toBe(tried.parts);
  await own.getByLabel('Plan A').fill('');
  const legs = card.getByRole('group', { name: 'Poin sebuah kaki bertambah' });
  await legs.getByLabel('Kaki').selectOption({ index: 1 });
  await legs.getByLabel('Plan A').fill('500');
  await expect(result).toContainText(/\+Rp/);
  await own.getByLabel('Plan A').fill('9'.repeat(30));
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test('plan sliders update the simulated bonus', async ({ page, request }) => {
  const member = await Member.logIn(request, 'budi@ksmart.test');
  await member.enter(page);
  await page.goto('/bv-report');
  await reveal(page, cardOf(page));
  await expect(cardOf(page).getByText('Perkiraan bonus periode ini')).toBeVisible();
  const simulated = page.getByRole('group', { name: 'Bonus simulasi' });
  const planA = page.getByRole('slider', { name: /^BV Plan A/ });
  const planB = page.getByRole('slider', { name: /^BV Plan B/ });
  await reveal(page, planA);
  await planA.fill('100');
  await planB.fill('100');
  await expect(simulated).toContainText('Bonus Anda dengan BV itu');
  const half = await sums(simulated.locator('> div').first());
  expect(half.all).toBe(half.parts);
  await planA.fill('400');
  await expect
    .poll(async () => (await sums(simulated.locator('> div').first())).all)
    .not.toBe(half.all);
  await expect(simulated.getByText('Peringkat dengan BV itu')).toBeVisible();
  await expectAccessible(page);
});

test('an empty rank card shows the reason', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.enter(page);
  const nothing = { as_of: '2026-11-22T09:00:00Z', corner: null, legs: [] };
  const of = { period_id: null, period_name: null };
  await page.route('**/api/rank-card', (route) =>
    route.fulfill({ json: { ...nothing, ...of, plan_name: 'Rencana' } }),
  );
  await page.goto('/bonus');
  await expect(cardOf(page)).toContainText('Tidak ada periode BV yang sedang berjalan.');
  await page.unroute('**/api/rank-card');
  const kini = { period_id: 1, period_name: 'Kini', plan_name: null };
  await page.route('**/api/rank-card', (route) => route.fulfill({ json: { ...nothing, ...kini } }));
  await page.reload();
  await expect(cardOf(page)).toContainText('Toko belum punya rencana bonus.');
  await page.unroute('**/api/rank-card');
  await page.route('**/api/rank-card', (route) => route.fulfill({ status: 400, json: {} }));
  await page.reload();
  await expect(cardOf(page).getByRole('alert')).toContainText('Gagal memuat kartu peringkat.');
  await page.unroute('**/api/rank-card');
  await cardOf(page).getByRole('button', { name: 'Coba Lagi' }).click();
  await expect(cardOf(page).getByText('Peringkat hari ini')).toBeVisible();
});

const empty = { as_of: '2026-11-22T09:00:00Z', corner: null, legs: [] };
const period = { period_id: 1, period_name: 'Kini' };

// Possible results of loading the rank card: the text that it then shows, and the response.
const outcomes = [
  { said: 'Peringkat hari ini' },
  { said: 'Toko belum punya rencana', answer: { json: { ...empty, ...period, plan_name: null } } },
  {
    said: 'Tidak ada periode BV',
    answer: { json: { ...empty, period_id: null, period_name: null, plan_name: 'Rencana' } },
  },
  { said: 'Gagal memuat kartu peringkat.', answer: { status: 400, json: {} } },
];

for (const [address, last] of [
  ['/bonus', 'NPWP/NIK dan bukti potong pajak'],
  ['/bv-report', 'Simulasi, bukan BV Anda'],
] as const)
  test(`a late rank card does not shift ${address}`, async ({ page, request }) => {
    const member = await Member.logIn(request, 'siti@ksmart.test');
    await member.enter(page);
    const card = cardOf(page);
    for (const { said, answer } of outcomes)
      for (const place of ['begin', 'end'] as const) {
        let release = () => {};
        const late = new Promise<void>((resolve) => {
          release = resolve;
        });
        await page.route('**/api/rank-card', async (route) => {
          await late;
          await (answer ? route.fulfill(answer) : route.continue());
        });
        await page.goto(address);
        // Everything except the card has loaded.
        await expect(card.locator('.animate-pulse')).not.toHaveCount(0);
        const waiting = await card.locator('.animate-pulse').count();
        await expect(page.getByRole('main').locator('.animate-pulse')).toHaveCount(waiting);
        // While the card loads, it is in the middle of the window, or the page is scrolled to its
        // end.
        const top = await card.evaluate((element) => element.getBoundingClientRect().top);
        if (place === 'end') await toEnd(page);
        else await page.mouse.wheel(0, Math.max(0, top - 200));
        if (place === 'begin') await expect(card).toBeInViewport();
        const before = await layoutShift(page);
        release();
        await expect(card).toContainText(said);
        await expect(page.getByText(last)).toBeAttached();
        expect((await layoutShift(page)) - before, `${said} (${place})`).toBeLessThan(0.02);
        await page.unroute('**/api/rank-card');
      }
  });

test('late data does not shift the end of /bonus', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.enter(page);
  let release = () => {};
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/bonuses/', async (route) => {
    await late;
    await route.continue();
  });
  await page.goto('/bonus');
  await expect(page.getByRole('heading', { level: 1, name: 'Bonus Saya' })).toBeVisible();
  await toEnd(page);
  const before = await layoutShift(page);
  release();
  await expect(cardOf(page)).toContainText('Peringkat hari ini');
  expect((await layoutShift(page)) - before).toBeLessThan(0.02);
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the rank card works with stored data', async ({ page, context, request }) => {
    const member = await Member.logIn(request, 'siti@ksmart.test');
    await member.enter(page);
    await page.goto('/about-us');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.goto('/bonus');
    const card = cardOf(page);
    await expect(card.getByText('Peringkat hari ini')).toBeVisible();
    const told = await card.textContent();
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const kept = await (await caches.open('member')).keys();
          return kept.some(({ url }) => url.endsWith('/api/rank-card'));
        }),
      )
      .toBe(true);
    await setOffline(context, true);
    await page.goto('/bonus');
    await expect(page.getByText('Anda sedang offline.')).toBeVisible();
    await expect(card.getByText('Peringkat hari ini')).toBeVisible();
    expect(await card.textContent()).toBe(told);
    await card.getByText('Apa jadinya kalau…').click();
    await card
      .getByRole('group', { name: 'Poin Anda bertambah' })
      .getByLabel('Plan A')
      .fill('1000');
    await expect(card.getByRole('group', { name: 'Hasilnya' })).toContainText(/\+Rp/);
    await setOffline(context, false);
  });

  test('a period that is not stored shows an error', async ({ page, context, request }) => {
    const member = await Member.logIn(request, 'siti@ksmart.test');
    const { data } = (await (await request.get('/api/bv-periods')).json()) as BvPeriods;
    await member.enter(page);
    await page.goto('/about-us');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.goto('/bv-report');
    const card = cardOf(page);
    await expect(card.getByText('Peringkat hari ini')).toBeVisible();
    const told = await card.textContent();
    await setOffline(context, true);
    await page.goto(`/bv-report?period_id=${data.at(-1)?.id}`);
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'Tidak ada koneksi ke server.',
    );
    await expect(card.getByText('Peringkat hari ini')).toBeVisible();
    expect(await card.textContent()).toBe(told);
    await expectAccessible(page);
    await setOffline(context, false);
  });
});
