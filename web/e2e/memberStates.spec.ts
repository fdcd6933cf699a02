/** States of members' screens: loading, empty, and failed at the server. */
import type { Page } from '@playwright/test';
import type { Bonus, BvHistory, BvPeriods, Downlines } from '../src/api/schema';
import { expectAccessible, expectGoodScreen } from './axe';
import { Member } from './member';
import { expect, test } from './shop';

const answer = (page: Page, path: string, json: object, status = 200) =>
  page.route(`**/api/${path}`, (route) => route.fulfill({ status, json }));

test.beforeEach(async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.enter(page);
});

for (const [address, call, text] of [
  ['/my-order', 'transactions/user/*', 'Gagal memuat pesanan.'],
  ['/downline', 'downlines?*', 'Gagal memuat downline.'],
  ['/bv-report', 'bv-periods', 'Gagal memuat periode BV.'],
  ['/bv-report', 'bv-report?*', 'Gagal memuat laporan BV.'],
  ['/bv-report', 'bv-summary?*', 'Gagal memuat data BV Summary'],
  ['/bonus', 'bonuses/', 'Gagal memuat bonus.'],
  ['/history-bv', 'history-bv?*', 'Tidak dapat memuat data BV.'],
] as const)
  test(`${address} retries ${call} after “${text}”`, async ({ page }) => {
    let fail = () => {};
    const failed = new Promise<void>((resolve) => (fail = resolve));
    // A refusal, because a server fault is retried automatically before it is shown.
    await page.route(`**/api/${call}`, async (route) => {
      await failed;
      await route.fulfill({ status: 400, json: {} });
    });
    await page.goto(address);
    await expect(page.getByRole('main').getByText('Memuat data...').first()).toBeVisible();
    await expectAccessible(page);
    fail();
    const problem = page.getByRole('alert').filter({ hasText: text });
    await expect(problem).toBeVisible();
    await expectAccessible(page);
    await page.unroute(`**/api/${call}`);
    await problem.getByRole('button', { name: 'Coba Lagi' }).click();
    await expect(problem).toBeHidden();
  });

for (const address of ['/downline', '/my-order', '/admin'])
  test(`${address} has a heading while loading`, async ({ page }) => {
    let know = () => {};
    const known = new Promise<void>((resolve) => (know = resolve));
    await page.route('**/api/me', async (route) => {
      await known;
      await route.fulfill({ status: 400, json: {} });
    });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Memuat data...' })).toBeVisible();
    await expectAccessible(page);
    know();
    await expect(page.getByRole('alert')).toContainText('Gagal memuat data akun.');
    await expectAccessible(page);
  });

test('empty screens show a message', async ({ page }) => {
  const history: BvHistory = { success: true, message: '', history: [], total_bv: 0 };
  await answer(page, 'history-bv?*', history);
  await answer(page, 'downlines?*', { downlines: [], total: 0, next_cursor: null });
  await answer(page, 'bonuses/', []);
  await answer(page, 'transactions/user/*', { data: [], next_cursor: null });
  await answer(page, 'bv-report?*', {
    data: { period: null, total_bv: 0, plans: [], transactions: [], next_cursor: null },
  });
  await answer(page, 'downline-bv-summary?*', {
    data: { total_downline_bv: 0, downlines: [], next_cursor: null },
  });
  for (const [address, text] of [
    ['/history-bv', 'Tidak ada riwayat BV dari downline.'],
    ['/downline', 'Belum ada downline.'],
    ['/bonus', 'Belum ada bonus pada periode ini.'],
    ['/my-order', 'Tidak ada pesanan.'],
    ['/my-order?filter=dikemas', 'Tidak ada pesanan dengan status "dikemas".'],
    ['/my-order?filter=aneh', 'Tidak ada pesanan dengan status "aneh".'],
    ['/bv-report', 'Tidak ada transaksi pada periode ini'],
  ] as const)
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByText(text)).toBeVisible();
      await expectAccessible(page);
    });
  await page.locator('summary').filter({ hasText: 'BV Dari downline' }).click();
  await expect(page.getByText('Downline Anda belum punya BV di periode ini.')).toBeVisible();
  await answer(page, 'bv-periods', { data: [] });
  for (const address of ['/bv-report', '/bonus']) {
    await page.goto(address);
    await expect(page.getByText('Belum ada periode BV.')).toBeVisible();
  }
});

test('a period without a bonus shows the reason', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  const [period] = (await member.get<BvPeriods>('/api/bv-periods')).data;
  if (!period) throw new Error('there is no period');
  await answer(page, 'bonuses/', []);
  await answer(page, 'bonuses/missed', [
    {
      bv_period_id: period.id,
      bv_period_name: period.name,
      plan_name: 'Plan A dan Plan B',
      rank: 'member',
      rank_name: 'Anggota',
      components: [
        {
          code: 'level',
          name: 'Bonus tingkat',
          kind: 'level',
          rupiah: 0,
          needs: [
            { metric: 'pv', volume: 'both', at_least: 20, has: 12, missing: 8, is_met: false },
          ],
          skipped: { members: 3, points: 450 },
        },
      ],
    },
  ]);
  await page.goto('/bonus');
  const level = page.getByRole('region', { name: 'Bonus tingkat' });
  await expect(level).toContainText(
    '450 poin dari 3 anggota lewat tanpa bonus, karena poin pribadi baru 12 dari 20 poin.',
  );
  await expect(level).toContainText('kurang 8 poin');
  await expect(page.getByText('Belum ada bonus pada periode ini.')).toBeHidden();
  await expectGoodScreen(page);
});

test('an unpaid bonus has no proof of payment', async ({ page }) => {
  const { data } = (await (await page.request.get('/api/bv-periods')).json()) as {
    data: { id: number; name: string }[];
  };
  const bonus: Bonus = {
    id: 1,
    bv_period_id: data[0]?.id ?? 0,
    bv_period_name: data[0]?.name ?? '',
    bonus_rupiah: 125_000,
    tax_rp: 3_125,
    net_rp: 121_875,
    status: 'unpaid',
    proof_transfer: null,
    total_downline_bv: 40,
  };
  await answer(page, 'bonuses/', [bonus]);
  await answer(page, 'bonuses/1/lines?*', {}, 400);
  await answer(page, 'downline-bv-summary?*', {}, 400);
  await page.goto('/bonus');
  const detail = page.getByRole('region', { name: 'Rincian Detail' });
  await expect(detail.getByText('Belum dibayar')).toBeVisible();
  await expect(detail.getByText('Belum ada bukti bayar')).toBeVisible();
  for (const [summary, text] of [
    ['Dari mana bonus ini?', 'Gagal memuat rincian bonus.'],
    ['BV Dari downline', 'Gagal memuat BV dari downline.'],
  ] as const) {
    await page.locator('summary').filter({ hasText: summary }).click();
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
  }
  await expectAccessible(page);

  await page.unroute('**/api/bonuses/');
  await answer(page, 'bonuses/', [{ ...bonus, status: 'paid', proof_transfer: 'proofs/x.webp' }]);
  await page.reload();
  await expect(detail.getByText('Sudah dibayar')).toBeVisible();
  await detail.getByRole('button', { name: 'Lihat' }).click();
  await expect(page.getByText('Bukti bayar tidak dapat dimuat.')).toBeVisible();
});

test('a long list loads more after an error', async ({ page }) => {
  const members = (from: number) =>
    Array.from({ length: 20 }, (_, index) => ({
      uid: `KS${10_000_000 + from + index}`,
      name: `Anggota ${from + index}`,
      email: `anggota${from + index}@example.com`,
      profile_picture: null,
      leader_id: null,
      level: 1,
    }));
  const first: Downlines = { downlines: members(0), total: 40, next_cursor: '1.19' };
  let fails = true;
  await page.route('**/api/downlines?*', async (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor');
    if (cursor === null) return route.fulfill({ json: first });
    expect(cursor).toBe('1.19');
    if (fails) return route.fulfill({ status: 400, json: {} });
    return route.fulfill({ json: { downlines: members(20), total: 40, next_cursor: null } });
  });
  await page.goto('/downline');
  const cards = page.getByRole('region', { name: 'Daftar downline' }).getByRole('listitem');
  await expect(cards).toHaveCount(20);
  const more = page.getByRole('button', { name: 'Muat lebih banyak' });
  await more.click();
  const problem = page.getByRole('alert').filter({ hasText: 'Data berikutnya gagal dimuat.' });
  await expect(problem).toBeVisible();
  await expect(cards).toHaveCount(20);
  fails = false;
  await problem.getByRole('button', { name: 'Coba Lagi' }).click();
  await expect(cards).toHaveCount(40);
  await expect(more).toBeHidden();
  await expect(cards.first().getByText(/Recruiter/)).toBeHidden();
});

test('an order that fails to load shows a message', async ({ page }) => {
  await answer(page, 'transactions/KS-1', {}, 400);
  await page.goto('/my-order-detail/KS-1');
  await expect(page.getByText('Oops! Ada masalah')).toBeVisible();
  await expect(
    page.getByText('Gagal mengambil detail pesanan. Silakan coba lagi nanti.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Coba Lagi' }).click();
  await expect(page).toHaveURL(/\/my-order$/);
  await page.goto('/my-order-detail/KS-2');
  await expect(page.getByText('Tidak ada data ditemukan')).toBeVisible();
  await expectAccessible(page);
});
