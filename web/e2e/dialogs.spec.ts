/** Position of the page behind an open dialog, in browsers whose scrollbar takes up space. */
import { expect, test } from './shop';

test.use({
  launchOptions: [
    ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
});

test('a dialog does not move the page behind it', async ({ page }) => {
  await page.goto('/product/1-klorofil-mint');
  const name = page.getByRole('heading', { level: 1 });
  const buy = page.getByRole('button', { name: 'Beli Sekarang' });
  const places = async () => [await name.boundingBox(), await buy.boundingBox()];
  const dialog = page.getByRole('dialog');
  await expect(page.getByRole('group', { name: 'Varian' })).toBeVisible();
  await expect(page.getByText('Ratna', { exact: true })).toBeVisible();
  const window = await page.evaluate(() => [innerWidth, document.documentElement.clientWidth]);
  expect(window[0]).toBeGreaterThan(window[1] ?? 0);

  await page.evaluate(() => scrollTo(0, 0));
  const before = await places();
  await page.getByRole('button', { name: '100% Produk Original' }).focus();
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  expect(await places()).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: /^Perbesar foto 1/ }).click();
  await expect(dialog).toBeVisible();
  expect((await dialog.boundingBox())?.width).toBe(window[0]);
});
