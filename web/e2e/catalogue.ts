/** Helpers shared by the tests of the catalogue pages. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect } from './shop';
import { lift } from './steps';

const picture = (name: string) =>
  fileURLToPath(new URL(`../../server/demo/images/${name}.webp`, import.meta.url));
/** Two pictures of the demo shop. */
export const pictures = [1, 2].map((number) => picture(`deodoran-tawas-50-ml-${number}`));

/**
 * Moves an item of a sortable list to the next place by keyboard, and checks the announcements for
 * screen readers.
 */
export async function moveByKeys(page: Page, name: string, key: string, from: string, to: string) {
  const said = (text: string) =>
    page.locator('[id^=DndLiveRegion]').filter({ hasText: `${name} ${text}` });
  await page.getByRole('button', { name: `Urutkan ${name}`, exact: true }).focus();
  await lift(page, name, from);
  await page.keyboard.press(key);
  await expect(said(`sekarang di posisi ${to}`)).toHaveCount(1);
  await page.keyboard.press('Space');
  await expect(said(`diletakkan di posisi ${to}`)).toHaveCount(1);
}

/** Fills in the required fields of a new product. */
export async function fillProduct(page: Page, name: string) {
  await page.getByLabel('Nama', { exact: true }).fill(name);
  await page.getByLabel('Kategori', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Harga (Rp)').fill('25.000');
  await page.getByLabel('BV (poin)').fill('12');
  await page.getByLabel('Berat kirim (gram)').fill('250');
}

/** Creates a product, and stays on its page. */
export async function makeProduct(page: Page, name: string) {
  await page.goto('/admin/products/new');
  await fillProduct(page, name);
  await page.getByRole('button', { name: 'Buat produk' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}
