/** Volume, network and bonuses in the member's view, with the data of the demo shop. */
import type { Page } from '@playwright/test';
import type { Bonus, BonusLines, BvPeriods, BvReportData, BvSummary } from '../src/api/schema';
import { expectAccessible, expectGoodScreen } from './axe';
import { Member } from './member';
import { setOffline } from './network';
import { amount, expect, expectNoSidewaysScroll, test } from './shop';

/** Returns the newest of the demo shop's three calculated periods, which are its oldest periods. */
async function calculatedPeriod(member: Member) {
  const period = (await member.get<BvPeriods>('/api/bv-periods')).data.at(-3);
  if (!period) throw new Error('the demo shop has too few periods');
  return period;
}

/** Formats points as the screens do. */
const bv = (points: number) => points.toLocaleString('id-ID');

/** Reads the points of the two plans and their sum from a list of figures. */
async function figures(page: Page, label: string): Promise<number[]> {
  const values = page.getByLabel(label, { exact: true }).getByRole('definition');
  return (await values.allTextContents()).map(amount);
}

async function expectNarrow(page: Page) {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  if (before) await page.setViewportSize(before);
}

test('the BV report matches the server', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  const period = await calculatedPeriod(member);
  const { data } = await member.get<BvReportData>(`/api/bv-report?period_id=${period.id}`);
  const summary = await member.get<BvSummary>(`/api/bv-summary?bv_period_id=${period.id}`);
  await member.enter(page);
  await page.goto('/bv-report?period_id=999');
  await expect(page).toHaveURL(/period_id=(?!999)\d+$/);
  await expect(page.getByText('Periode belum dikalkulasi.')).toBeVisible();
  await page.getByLabel('Periode BV').selectOption({ label: period.name });
  await expect(page).toHaveURL(new RegExp(`period_id=${period.id}$`));

  const overview = page.getByRole('region', { name: 'Ringkasan periode' });
  await expect(overview.getByRole('heading')).toHaveText(period.name);
  const shown = (await overview.getByRole('definition').allTextContents()).map(amount);
  expect(shown).toEqual([data.total_bv, ...data.plans.map(({ total_bv }) => total_bv)]);
  expect(shown.slice(1)).toEqual(shown.slice(1).toSorted((a, b) => b - a));
  await expect
    .poll(() => figures(page, 'Alokasi periode ini'))
    .toEqual([summary.plan_a, summary.plan_b, summary.total_bv]);
  expect(summary.plan_a + summary.plan_b).toBe(data.total_bv);

  const below = page.locator('details').filter({ hasText: 'BV Dari downline' });
  await expect(below.locator('summary')).toHaveText(/\d BV$/);
  const total = amount(await below.locator('summary').textContent());
  await expect(page.getByText('Grand total').locator('xpath=../..')).toContainText(
    `${bv(data.total_bv + total)} BV`,
  );
  await expect(below.getByRole('listitem').first()).toBeHidden();
  await below.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(below.getByRole('listitem').first()).toContainText('@ksmart.test');
  const points = await below
    .getByRole('listitem')
    .getByText(/^-?[\d.]+ BV$/)
    .allTextContents();
  expect(points.map(amount).reduce((sum, each) => sum + each, 0)).toBe(total);

  const orders = page.getByRole('region', { name: 'Detail Transaksi' }).getByRole('article');
  await expect(orders).toHaveCount(data.transactions.length);
  const [first] = data.transactions;
  await expect(orders.first()).toContainText(first?.order_id ?? '?');
  await expect(orders.first()).toContainText(`Total ${bv(first?.total_bv ?? 0)} BV`);
  await expect(orders.first()).toContainText(first?.products[0]?.name ?? '?');
  await expect(orders.first()).toContainText('Pembayaran berhasil');
  await expectGoodScreen(page);
  await expectNarrow(page);

  const search = page.getByRole('searchbox', { name: 'Cari Order ID...' });
  await search.fill((first?.order_id ?? '').slice(-6).toLowerCase());
  await expect(orders).toHaveCount(1);
  await expect(page).toHaveURL(/search=\w{6}$/);
  await page.reload();
  await expect(orders).toHaveCount(1);
  await expect(search).not.toHaveValue('');
  await search.fill('tidak-ada');
  await expect(page.getByText('Tidak ada Order ID yang cocok.')).toBeVisible();
  await search.fill('');
  await expect(orders).toHaveCount(data.transactions.length);
  await expect(page).not.toHaveURL(/search/);
});

test('the allocation is simulated offline', async ({ page, context, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.enter(page);
  await page.goto('/bv-report');
  await page.getByRole('button', { name: 'Rules Alokasi BV' }).click();
  const rules = page.getByRole('dialog', { name: 'Rules Alokasi BV' });
  await expect(rules.getByRole('listitem').first()).toContainText('di bawah 200');
  await expectAccessible(page);
  await rules.getByRole('button', { name: 'Tutup' }).click();
  await expect(rules).toBeHidden();

  const planA = page.getByRole('slider', { name: /^BV Plan A/ });
  const planB = page.getByRole('slider', { name: /^BV Plan B/ });
  const result = () => figures(page, 'Hasil simulasi');
  // The simulation starts without the member's own figures.
  await expect(page.getByRole('heading', { name: 'Simulasi, bukan BV Anda' })).toBeVisible();
  await expect(planA).toHaveValue('0');
  await planA.fill('120');
  await planB.fill('80');
  // Once a result appears, the rules have been loaded.
  await expect.poll(result).toEqual([120, 80, 200]);
  await setOffline(context, true);
  for (const [a, b, allocated] of [
    ['150', '49', [199, 0, 199]],
    ['150', '199', [149, 200, 349]],
    ['400', '0', [200, 200, 400]],
    ['0', '600', [400, 200, 600]],
  ] as const) {
    await planA.fill(a);
    await planB.fill(b);
    expect(await result()).toEqual(allocated);
  }
  await planA.focus();
  await page.keyboard.press('End');
  expect(await result()).toEqual([1000, 200, 1200]);
  await setOffline(context, false);
});

test('the BV history lists downline purchases', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.enter(page);
  await page.goto('/history-bv');
  const main = page.getByRole('main');
  const entries = main.getByRole('listitem');
  await expect(main.getByText('Total BV Kamu')).toBeVisible();
  await expect(entries).toHaveCount(20);
  for (const text of [/ pcs × .* BV · Plan [AB]/, /@ksmart\.test/, /WIB/, /[+-]?\d+ BV/])
    await expect(entries.first()).toContainText(text);
  await expectGoodScreen(page);
  await expectNarrow(page);
  await main.getByRole('button', { name: 'Muat lebih banyak' }).click();
  await expect.poll(() => entries.count()).toBeGreaterThan(20);
  await main.getByRole('link', { name: 'Kembali ke akun' }).click();
  await expect(page).toHaveURL(/\/profile$/);
});

test('the BV history sends visitors to the login', async ({ page }) => {
  await page.goto('/history-bv');
  const dialog = page.getByRole('dialog', { name: 'Akses Ditolak' });
  await expect(dialog).toContainText('Anda harus login untuk mengakses halaman ini.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/history-bv');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/login$/);
});

test('the downline is searched by name or ID', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.enter(page);
  await page.goto('/downline');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Info Jaringan\d+ anggota$/);
  const box = page.getByRole('region', { name: 'Daftar downline' });
  const cards = box.getByRole('listitem');
  const budi = cards.filter({ hasText: 'Budi Sutrisno' });
  await expect(budi).toContainText('budi@ksmart.test');
  await expect(budi).toContainText(`Recruiter: ${member.uid}`);
  await expect(budi).toContainText('Level 1');
  await expectGoodScreen(page);
  await expectNarrow(page);
  expect((await box.boundingBox())?.height).toBeLessThanOrEqual(240);
  await box.focus();
  await page.keyboard.press('End');
  await expect(cards.last()).toBeInViewport();

  const search = page.getByRole('searchbox', { name: 'Cari nama atau ID' });
  await search.fill('BUDI');
  await expect(cards).toHaveCount(1);
  await expect(page).toHaveURL(/search=BUDI$/);
  const uid = /KS\d{8}/.exec((await budi.textContent()) ?? '')?.[0] ?? '?';
  await search.fill(uid.toLowerCase());
  await expect(page).toHaveURL(new RegExp(`search=${uid}$`, 'i'));
  await expect(cards).toHaveCount(1);
  await expect(budi).toBeVisible();
  await search.fill('tidak ada dia');
  await expect(
    page.getByText('Tidak ada downline yang cocok dengan “tidak ada dia”.'),
  ).toBeVisible();
});

test('the lines of a bonus add up to it', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  const period = await calculatedPeriod(member);
  const [bonus] = await member.get<Bonus[]>(`/api/bonuses/?bv_period_id=${period.id}`);
  if (!bonus) throw new Error('Siti has no bonus');
  const { lines } = await member.get<BonusLines>(`/api/bonuses/${bonus.id}/lines`);
  await member.enter(page);
  await page.goto('/bonus');
  // The page opens at a period that has a bonus.
  await expect(page).toHaveURL(new RegExp(`period_id=${period.id}$`));
  await expect(page.getByText('Rincian Detail')).toBeVisible();
  await page.getByLabel('Periode BV').selectOption({ index: 0 });
  await expect(page.getByText('Belum ada bonus pada periode ini.')).toBeVisible();
  await page.getByRole('button', { name: period.name }).click();
  await expect(page).toHaveURL(new RegExp(`period_id=${period.id}$`));
  await page.reload();
  await expect(page.getByLabel('Periode BV')).toHaveValue(String(period.id));
  await expect(page.getByText('Rincian Detail')).toBeVisible();
  await expectGoodScreen(page);

  const detail = page.getByRole('region', { name: 'Rincian Detail' });
  await expect(detail).toContainText(`${bv(bonus.total_downline_bv)} BV`);
  expect(amount(await detail.getByText(/^Rp/).textContent())).toBe(bonus.bonus_rupiah);
  await expect(detail.getByText('Sudah dibayar')).toBeVisible();
  await detail.getByRole('button', { name: 'Lihat' }).click();
  const proof = page.getByRole('dialog', { name: `Bukti bayar ${period.name}` });
  await expect
    .poll(() => proof.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(proof).toBeHidden();
  await expect(detail.getByRole('button', { name: 'Lihat' })).toBeFocused();

  const source = page.locator('details').filter({ hasText: 'Dari mana bonus ini?' });
  await source.locator('summary').click();
  const rows = source.getByRole('list', { name: /^Baris / }).getByRole('listitem');
  await expect(rows).toHaveCount(lines.length);
  await expect(rows.first()).toContainText(/% dari [\d.]+ poin Anda sendiri/);
  await expect(rows.first()).toContainText(/^.*poin × Rp\s[\d.]+ × [\d,]+% = Rp\s[\d.]+/);
  const parts = (await rows.getByText(/^Rp/).allTextContents()).map(amount);
  expect(parts.reduce((sum, each) => sum + each, 0)).toBe(bonus.bonus_rupiah);
  // Each component has a heading with its sum.
  const heads = (
    await source.getByRole('heading', { level: 3 }).getByText(/^Rp/).allTextContents()
  ).map(amount);
  expect(heads.reduce((sum, each) => sum + each, 0)).toBe(bonus.bonus_rupiah);
  expect(amount(await source.getByText('Jumlah semua baris').locator('..').textContent())).toBe(
    bonus.bonus_rupiah,
  );
  const below = page.locator('details').filter({ hasText: 'BV Dari downline' });
  await below.locator('summary').click();
  await expect(below.getByRole('listitem').first()).toContainText('@ksmart.test');
  await expectAccessible(page);
  await expectNarrow(page);

  // The printed page shows the same lines, to the last one.
  await page.getByRole('link', { name: 'Rincian bonus untuk dicetak' }).click();
  const paper = page.getByRole('article', { name: `Rincian bonus ${period.name}` });
  await expect(paper.getByRole('listitem')).toHaveCount(lines.length);
  await expect(paper).toContainText(member.uid);
  await expectAccessible(page);
  await expectNarrow(page);
  await page.emulateMedia({ media: 'print' });
  await expect(paper).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cetak atau simpan PDF' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Kembali ke bonus' }).click();
  await expect(detail).toBeVisible();
});
