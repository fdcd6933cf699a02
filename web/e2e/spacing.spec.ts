/** Layout of screens: equal distances, and the main content first. */
import { Member } from './member';
import { expect, test } from './shop';
import { reveal } from './steps';

for (const width of [390, 820, 1280, 1920])
  test(`home sections have equal gaps at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 860 });
    await page.goto('/');
    await reveal(page, page.getByRole('heading', { name: 'Pembayaran' }));
    await expect(page.getByRole('main').locator('.animate-pulse')).toHaveCount(0);
    const gaps = await page.getByRole('main').evaluate((main) => {
      const boxes = [...main.querySelectorAll('section')]
        .filter((each) => each.querySelector('h2'))
        .map((each) => each.getBoundingClientRect());
      return boxes.slice(1).map(({ top }, at) => Math.round(top - (boxes[at]?.bottom ?? 0)));
    });
    expect(gaps.length).toBeGreaterThanOrEqual(3);
    expect(new Set(gaps).size).toBe(1);
    expect(gaps[0]).toBeLessThanOrEqual(64);
  });

test('member pages show their main data first', async ({ page, request }) => {
  const member = await Member.logIn(request, 'siti@ksmart.test');
  await member.enter(page);
  const seen = { ratio: 1 };
  await page.goto('/bonus');
  const detail = page.getByRole('region', { name: 'Rincian Detail' });
  await expect(detail.getByText(/^Rp/).first()).toBeInViewport(seen);
  await page.goto('/bv-report');
  await expect(page.getByText('Grand total', { exact: true }).first()).toBeInViewport(seen);
  await expect(page.getByText('Total BV pribadi')).toBeInViewport(seen);
  // The list, limited to 15rem, leaves room for other content.
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.goto('/downline');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeInViewport(seen);
  await expect(page.getByRole('button', { name: 'Salin tautan' })).toBeInViewport(seen);
});
