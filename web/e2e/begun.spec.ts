/** The beginning of a page, which stands where the app puts it, whatever the size of the screen. */
import type { Page } from '@playwright/test';
import { expect, test } from './shop';
import { begun } from './visit';

/** Returns the places of the page's heading, first picture and product cards: `tag x y width height`. */
function places(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      // One of the logo's two, by the theme.
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

for (const path of begun)
  test(`${path} stands where the server began it`, async ({ page, browser, shop, viewport }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport });
    const plain = await context.newPage();
    // A font that comes late is not shown at all, and another one has other widths.
    for (const each of [page, plain]) await each.route('**/*.woff2', (route) => route.abort());
    // The banners stay where they are, however long this takes.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await page.getByRole('navigation', { name: 'Utama' }).waitFor();
    await plain.goto(shop + path);
    const drawn = await places(plain);
    await context.close();
    expect(drawn.length).toBeGreaterThan(1);
    // Its shelf of products is no part of how the home page begins.
    await expect.poll(async () => (await places(page)).slice(0, drawn.length)).toEqual(drawn);
  });
