/**
 * Screens and sales that depend on the date, in separate projects whose clocks show a leap day, the
 * end of a year or period, or today.
 */
import type { BvPeriod, Sales } from '../src/api/schema';
import { expectLoaded } from './axe';
import { dayIn } from './clock';
import { enter, Member } from './member';
import { expect, expectNoSidewaysScroll, test } from './shop';

const screens = [
  ['siti@ksmart.test', '/ /product/1-klorofil-mint /voucher /cart /my-order /profile'],
  ['siti@ksmart.test', '/downline /bv-report /bonus /bonus/tax'],
  ['admin@ksmart.test', '/admin /admin/orders /admin/books /admin/reports /admin/vouchers'],
  ['admin@ksmart.test', '/admin/periods /admin/periods/new /admin/payouts /admin/tax'],
] as const;

for (const [email, addresses] of screens)
  test(`${addresses} load for ${email}`, async ({ page }) => {
    const failed: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 500) failed.push(answer.url());
    });
    await enter(page, email);
    for (const address of addresses.split(' ')) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expectLoaded(page);
      await expect(page.locator('main [data-loading]:visible')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Coba lagi' })).toHaveCount(0);
      await expectNoSidewaysScroll(page);
    }
    expect(failed).toEqual([]);
  });

test('an order counts in the sales of today', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'budi@ksmart.test');
  const owner = await Member.logIn(request, 'admin@ksmart.test');
  const [period] = (await buyer.get<{ data: BvPeriod[] }>('/api/active-bv-periods')).data;
  const today = dayIn(0);
  expect(period && period.start_date <= today && today <= period.end_date).toBe(true);
  const sales = async () => {
    const path = `/api/admin/sales?from=${today}&to=${today}`;
    return (await owner.get<Sales>(path)).days.map(({ date, orders }) => [date, orders]);
  };
  const [[, before = 0] = []] = await sales();
  const order = await buyer.receivedOrder('Habbatussauda', 1, 'qris');
  expect(await sales()).toEqual([[today, Number(before) + 1]]);

  await buyer.enter(page);
  await page.goto(`/my-order-detail/${order}`);
  const [year, , day] = today.split('-').map(Number);
  const written = new RegExp(String.raw`\b${day} \p{L}+ ${year}, \d\d\.\d\d WIB`, 'u');
  await expect(page.getByText(written).first()).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText(String(year));
  await owner.enter(page);
  await page.goto(`/admin/periods/${period?.id}`);
  await expect(page.getByText('Terbuka').first()).toBeVisible();
});
