/**
 * Top of a page as drawn by the server: nothing in it moves when the app starts, whatever the size
 * of the screen.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './shop';
import { prerenderedPaths } from './visit';

/** Returns the places of the page's heading, first picture and product cards: `tag x y width height`. */
function places(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      // The visible one of the logo's two pictures, depending on the theme.
      [...document.querySelectorAll('.sticky img')].find(({ clientWidth }) => clientWidth > 0),
      document.querySelector('main h1'),
      document.querySelector('main img'),
      ...[...document.querySelectorAll('main h3')].slice(0, 4),
    ]
      .filter((element) => element instanceof Element)
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.tagName, ...[x, y, width, height].map(Math.round)].join(' ');
      }),
  );
}

for (const path of prerenderedPaths)
  test(`${path} does not shift when the app starts`, async ({ page, browser, shop, viewport }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport });
    const plain = await context.newPage();
    // Fonts are blocked: one that loads late is not used at all, and the fallback has other widths.
    for (const each of [page, plain]) await each.route('**/*.woff2', (route) => route.abort());
    // The banners do not move, however long this takes.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await page.getByRole('navigation', { name: 'Utama' }).waitFor();
    await plain.goto(shop + path);
    const drawn = await places(plain);
    await context.close();
    expect(drawn.length).toBeGreaterThan(1);
    // The home page's shelf of products is not part of its beginning.
    await expect.poll(async () => (await places(page)).slice(0, drawn.length)).toEqual(drawn);
  });
