/** Small phone with letters of twice the size. */
import type { Page } from '@playwright/test';
import { expectLoaded } from './axe';
import { Member } from './member';
import { expect, expectNoSidewaysScroll, test } from './shop';
import { checkOutAll, fillCheckout, openProduct } from './steps';

test.use({ viewport: { width: 360, height: 640 } });

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% }');
    document.adoptedStyleSheets = [sheet];
  });
});

/**
 * Checks that nothing to be read or pressed extends beyond the screen, and that no heading is
 * broken apart.
 */
async function expectFits(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectLoaded(page);
  // Parts further down load when a visitor comes near them.
  const loading = page.locator('[data-loading]:not(details:not([open]) *)');
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      return loading.count();
    })
    .toBe(0);
  await expectNoSidewaysScroll(page);
  const cut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, a, button, input, select, p, dt, dd, li')]
        .filter((element) => {
          const { left, right, width, height } = element.getBoundingClientRect();
          const hidden = width <= 1 || height <= 1 || !element.checkVisibility();
          const slides = element.closest('.slides, .overflow-x-auto, .skip-link, .sr-only');
          if (hidden || slides) return false;
          const letters = element.matches('h1, h2') && width < 100;
          return left < -1 || right > innerWidth + 1 || letters;
        })
        .map(({ tagName, textContent }) => `${tagName} ${textContent.slice(0, 40)}`),
    );
  await expect.poll(cut, page.url()).toEqual([]);
}

test('visitor pages fit the screen in large text', async ({ page }) => {
  for (const path of [
    '/',
    '/all-product',
    '/product/1-klorofil-mint',
    '/voucher',
    '/voucher/ksmartbaru',
    '/cart',
    '/login',
    '/register',
    '/reset-password/forgotten',
    '/terms',
    '/how-to-order',
  ]) {
    await page.goto(path);
    await expectFits(page);
  }
});

test('member pages fit the screen in large text', async ({ page, request }) => {
  const buyer = await Member.logIn(request, 'agus.prasetyo@ksmart.test');
  await buyer.fillCart('Habbatussauda');
  await buyer.enter(page);
  await openProduct(page, 'Kopi Ginseng');
  await expectFits(page);
  // The product's bar does not cover the end of the page.
  const [end, bar] = await Promise.all(
    ['footer', '[data-bottom-bar]'].map((part) =>
      page.locator(part).evaluate((each) => {
        const { top, bottom } = each.getBoundingClientRect();
        return { top, bottom };
      }),
    ),
  );
  expect(end?.bottom).toBeLessThanOrEqual(bar?.top ?? 0);
  await page.goto('/cart');
  await expectFits(page);
  await checkOutAll(page);
  await fillCheckout(page);
  await expectFits(page);
  const order = await buyer.receivedOrder('Kopi Ginseng');
  for (const path of [
    `/my-order-detail/${order}`,
    `/my-return/${order}`,
    '/my-order',
    '/bonus',
    '/bonus/tax',
    '/bv-report',
    '/downline',
    '/profile',
    '/edit-profile',
    '/wishlist',
  ]) {
    await page.goto(path);
    await expectFits(page);
  }
});

test('office pages fit the screen in large text', async ({ page, request }) => {
  await (await Member.logIn(request, 'admin@ksmart.test')).enter(page);
  for (const path of ['/admin', '/admin/orders', '/admin/products', '/admin/members']) {
    await page.goto(path);
    await expectFits(page);
  }
});
