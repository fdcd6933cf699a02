/** Live office: changes by others appear automatically, in every tab. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { Member } from './member';
import { expect, test } from './shop';

const rows = (page: Page) => page.getByRole('table', { name: 'Pesanan' }).locator('tbody tr');
const said = (page: Page) => page.locator('[aria-live=polite]').filter({ hasText: 'pesanan' });

test.describe(() => {
  test.use({ live: true });

  test('new orders appear in every tab', async ({ page, context, request }) => {
    const buyer = await Member.logIn(request, 'lina.marlina@ksmart.test');
    const admin = await Member.logIn(request, 'admin@ksmart.test');
    await admin.enter(page);
    const listens = page.waitForResponse('**/api/admin/live');
    await page.goto('/admin/orders');
    await listens;
    const other = await context.newPage();
    await other.goto('/admin/orders');
    for (const tab of [page, other]) await expect(rows(tab).first()).toBeVisible();

    const first = await buyer.order('Teh Rosella', 1, 'cod');
    for (const tab of [page, other]) {
      await expect(rows(tab).filter({ hasText: first })).toBeVisible();
      await expect(said(tab)).toHaveText('1 pesanan baru');
    }
    await expectAccessible(page);
    const { to_pack, held, payment_problems } =
      await admin.get<Record<string, number>>('/api/admin/today');
    const waiting = (to_pack ?? 0) + (held ?? 0) + (payment_problems ?? 0);
    const menu = page.getByRole('button', { name: 'Buka menu' });
    if (await menu.isVisible()) await menu.click();
    await expect(
      page
        .getByRole('navigation', { name: 'Kantor' })
        .getByRole('link', { name: `Pesanan ${waiting} menunggu` }),
    ).toBeVisible();

    // The tab that listens for live updates is closed: the other tab takes over automatically.
    const goesOn = other.waitForResponse('**/api/admin/live');
    await page.close();
    await goesOn;
    const second = await buyer.order('Teh Rosella', 1, 'cod');
    await expect(rows(other).filter({ hasText: second })).toBeVisible();
  });
});

test('the sound setting survives a reload', async ({ page, request }) => {
  const admin = await Member.logIn(request, 'admin@ksmart.test');
  await admin.enter(page);
  await page.goto('/admin');
  const sound = page.getByRole('button', { name: 'Bunyi pesanan baru' });
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
});
