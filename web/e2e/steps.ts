/** Steps of a buyer on the way from a product to an order. */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectNotice } from './shop';

/** Opens a product by searching for it. */
export async function openProduct(page: Page, name: string): Promise<void> {
  await page.goto('/');
  const search = page.getByRole('combobox', { name: 'Cari produk' });
  await expect(search).toBeEnabled();
  // The app runs.
  await expect(page.getByRole('button', { name: 'Cari dengan suara' })).toBeEnabled();
  await search.fill(name.toLowerCase());
  await page.getByRole('option', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Puts a product into the cart. */
export async function addToCart(page: Page, name: string, variant?: string): Promise<void> {
  await openProduct(page, name);
  if (variant) await page.getByText(variant, { exact: true }).click();
  await expectNotice(page, 'Produk ditambahkan ke keranjang.', () =>
    page.getByRole('button', { name: 'Keranjang' }).click(),
  );
}

/** Goes from the cart to the checkout with everything in it. */
export async function checkOutAll(page: Page): Promise<void> {
  await page.goto('/cart');
  await page.getByLabel(/^Pilih semua/).check();
  await page.getByRole('button', { name: /^Checkout/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
}

/** Fills in what the checkout asks for. */
export async function fillCheckout(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Tujuan pengiriman' }).fill('tebet');
  await page.getByRole('option', { name: /tebet/i }).first().click();
  await expect(
    page.getByRole('group', { name: 'Layanan' }).getByRole('radio').first(),
  ).toBeChecked();
  await page.getByLabel('Plan BV').selectOption({ label: 'Plan A' });
}

/** The total of the order summary. */
export function total(page: Page) {
  return page.getByText('Total pembayaran').locator('xpath=following-sibling::dd');
}

/** Finds the shipping cost shown by the checkout; `-` before a service is chosen. */
export function shippingCost(page: Page) {
  return page.getByText('Ongkos kirim', { exact: true }).locator('xpath=following-sibling::dd');
}

/** Goes down the page until something shows that loads when a visitor comes near it. */
export async function reveal(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(target).toBeVisible({ timeout: 1000 });
  }).toPass();
}

/** Goes on with Tab until something has the focus; it must show that it has. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // A field that is not alive yet is passed over.
  await expect(target).toBeEnabled();
  for (let turn = 0; turn < 120; turn += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      const outline = await target.evaluate((element) => getComputedStyle(element).outlineStyle);
      expect(outline).not.toBe('none');
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} cannot be reached by Tab`);
}

/** Goes to something by Tab and presses it. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** The focus is on something of the page, not lost with what was pressed. */
export async function expectFocus(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY'))
    .not.toBe('BODY');
}

/** Goes to a field by Tab and types into it, in place of what stands there. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Goes to a button for files by Tab and chooses one. */
export async function choose(
  page: Page,
  target: Locator,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chosen = page.waitForEvent('filechooser');
  await press(page, target, 'Space');
  await (await chosen).setFiles(file);
}
