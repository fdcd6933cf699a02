/** Requirements for every page: no findings of axe, no layout shift while loading, nothing cut off. */
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect, expectNoSidewaysScroll } from './shop';

type Entry = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/**
 * Layout shift: its size, whether it came before the first input, and the old and new place of each
 * part that moved.
 */
type Shift = { value: number; isLoading: boolean; moved: string[] };

/**
 * Returns the layout shifts reported by the browser since the page was opened, except those up to
 * half a second after an input, which may have caused them.
 */
function shifts(page: Page): Promise<Shift[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const place = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}×${height}`;
        const entries: Entry[] = [];
        let firstInput = Infinity;
        new PerformanceObserver((list) => entries.push(...(list.getEntries() as Entry[]))).observe({
          type: 'layout-shift',
          buffered: true,
        });
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntries()) firstInput = startTime;
        }).observe({ type: 'first-input', buffered: true });
        const found = () =>
          entries
            .filter(({ hadRecentInput }) => !hadRecentInput)
            .map(({ value, startTime, sources }) => ({
              value,
              isLoading: startTime < firstInput,
              moved: sources.map(({ node, previousRect, currentRect }) => {
                const html = node instanceof Element ? node.outerHTML : node?.textContent;
                return `${place(previousRect)} to ${place(currentRect)}: ${html?.slice(0, 200)}`;
              }),
            }));
        // Shifts of the last frames are reported in a separate task.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve(found()), 100)),
        );
      }),
  );
}

const sum = (found: Shift[]) => found.reduce((so, { value }) => so + value, 0);

/** Returns the sum of the layout shifts since the page was opened, as browsers report it. */
export async function layoutShift(page: Page): Promise<number> {
  return sum(await shifts(page));
}

/**
 * Fails if the layout shifted by `most` or more while the page loaded. Shifts from the first input
 * on are attributed to the user, however late the server answers.
 */
export async function expectSteady(page: Page, most = 0.02): Promise<void> {
  const found = (await shifts(page)).filter(({ isLoading }) => isLoading);
  expect(sum(found), JSON.stringify(found, null, 2)).toBeLessThan(most);
}

/** Checks the current state of the page with axe. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    const fading = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
        );
    for (;;) {
      // Colours are checked when all animations have finished; the check is repeated if another one
      // has started during it.
      await Promise.allSettled(fading().map((each) => each.finished));
      const { violations } = await loaded.run();
      if (fading().length > 0) continue;
      return violations.map(
        ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`,
      );
    }
  });
  expect(found).toEqual([]);
}

/**
 * Waits until a page has loaded everything except parts that load when a visitor comes near them.
 */
export async function expectLoaded(page: Page): Promise<void> {
  // The network is also idle while the app starts, and while a loaded part of it is parsed.
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('main [data-loading] h1')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('main').locator('.animate-pulse')).toHaveCount(0);
}

/** Checks a whole screen: accessible, steady while it loaded, and never wider than the window. */
export async function expectGoodScreen(page: Page): Promise<void> {
  await expectLoaded(page);
  // The footer is shown once the whole page is there.
  await expect(page.locator('main + footer:not(:visible)')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectSteady(page);
}

/**
 * Checks that no card of a list overflows on the smallest phone, also in letters that are wider
 * than the shop's.
 */
export async function expectWholeCards(page: Page): Promise<void> {
  const before = page.viewportSize();
  const space = (letters: string) =>
    page.evaluate((width) => {
      document.body.style.letterSpacing = width;
    }, letters);
  await page.setViewportSize({ width: 320, height: 640 });
  await space('0.06em');
  const tooWide = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('tbody tr')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
  await expect.poll(tooWide, page.url()).toEqual([]);
  await expectNoSidewaysScroll(page);
  await space('');
  if (before) await page.setViewportSize(before);
}

/**
 * Checks that nothing except fields scrolls or is cut off sideways, and that no word except
 * addresses is broken in two.
 */
export async function expectNothingCut(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    const cut = [...main.querySelectorAll<HTMLElement>('*')]
      .filter(
        (element) =>
          // Text that is only for screen readers has no size.
          element.clientWidth > 1 &&
          element.scrollWidth > element.clientWidth + 1 &&
          getComputedStyle(element).overflowX !== 'visible' &&
          !element.matches('input, select, textarea'),
      )
      .map(({ tagName, className }) => `${tagName} ${className}`);
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        if (!/^[\p{L}.,:;()“”]+$/u.test(word)) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) cut.push(word);
      }
    return cut;
  });
  expect([page.url(), found]).toEqual([page.url(), []]);
}
