/** View of a first-time visitor. */
import type { Browser, Page } from '@playwright/test';

/** Addresses of pages whose beginning the server writes. */
export const prerenderedPaths = [
  '/',
  '/all-product',
  '/best-sellers',
  '/category/Kopi%20%26%20Teh',
  '/product/1-klorofil-mint',
  '/voucher/ksmartbaru',
  '/how-to-order',
];

/** Opens an address in a separate window, without a session, and calls `look` with the page. */
export async function visit(
  browser: Browser,
  address: string,
  look: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext();
  await context.addInitScript(() => sessionStorage.setItem('popupVoucherClosed', 'true'));
  const page = await context.newPage();
  await page.goto(address);
  await look(page);
  await context.close();
}
