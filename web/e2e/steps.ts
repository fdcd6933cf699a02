/** Steps of a buyer on the way from a product to an order. */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectNotice } from './shop';

/** Opens a product by searching for it. */
export async function openProduct(page: Page, name: string): Promise<void> {
  await page.goto('/');
  const search = page.getByRole('combobox', { name: 'Cari produk' });
  await expect(search).toBeEnabled();
  // Waits until the app runs.
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

/** Fills in the fields that the checkout requires. */
export async function fillCheckout(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Tujuan pengiriman' }).fill('tebet');
  await page.getByRole('option', { name: /tebet/i }).first().click();
  await expect(
    page.getByRole('group', { name: 'Layanan' }).getByRole('radio').first(),
  ).toBeChecked();
  await page.getByLabel('Plan BV').selectOption({ label: 'Plan A' });
}

/** Finds the total of the order summary. */
export function total(page: Page) {
  return page.getByText('Total pembayaran').locator('xpath=following-sibling::dd');
}

/** Finds the shipping cost shown by the checkout; `-` before a service is chosen. */
export function shippingCost(page: Page) {
  return page.getByText('Ongkos kirim', { exact: true }).locator('xpath=following-sibling::dd');
}

/**
 * Scrolls down the page until the target is visible, which loads only when a visitor comes near it.
 */
export async function reveal(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(target).toBeVisible({ timeout: 1000 });
  }).toPass();
}

/** Presses Tab until the target has the focus; the focus must be visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // Tab skips a field that is not enabled yet.
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

/** Goes to an element by Tab and presses it. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Checks that the focus is on an element of the page, and was not lost with the pressed one. */
export async function expectFocus(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY'))
    .not.toBe('BODY');
}

/** Goes to a field by Tab and types into it, replacing its content. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Goes to a file button by Tab and chooses a file. */
export async function choose(
  page: Page,
  target: Locator,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chosen = page.waitForEvent('filechooser');
  await press(page, target, 'Space');
  await (await chosen).setFiles(file);
}

/** Lifts the focused item of a sorted list from its place, so that arrow keys move it. */
export async function lift(page: Page, name: string, place: string): Promise<void> {
  await page.keyboard.press('Space');
  await expect(page.getByText(`${name} diangkat dari posisi ${place}`)).toBeAttached();
  // The list announces the item before it listens to arrow keys, which begins with the next timer.
  await page.evaluate(() => new Promise((listens) => setTimeout(listens)));
}

/** Saves a section of the settings with its button. */
export async function saveSection(page: Page, title: string): Promise<void> {
  const section = page.getByRole('region', { name: title, exact: true });
  await expectNotice(page, 'Pengaturan disimpan.', () =>
    section.getByRole('button', { name: 'Simpan' }).click(),
  );
}
