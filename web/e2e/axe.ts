/** What a page must be for everyone: nothing that axe finds, nothing that moves while loading, nothing cut off. */
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect, expectNoSidewaysScroll } from './shop';

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** How far what was seen has moved by itself since the page was opened: the layout shift that browsers report. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as Shift[])
            if (!entry.hadRecentInput) sum += entry.value;
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // What the last frames moved arrives in a task of its own.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve(sum), 100)),
        );
      }),
  );
}

/** Lets axe look at the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours are judged when nothing is fading any more.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
        .map((each) => each.finished),
    ),
  );
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    const { violations } = await loaded.run();
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`,
    );
  });
  expect(found).toEqual([]);
}

/** A whole screen: accessible, steady while it loaded, and never wider than the window. */
export async function expectGoodScreen(page: Page): Promise<void> {
  // The network is idle too while the app begins, and while a part of it that has come is read.
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('main [data-loading] h1')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('main').locator('.animate-pulse')).toHaveCount(0);
  // The page's end is shown once all of it is there.
  await expect(page.locator('main + footer:not(:visible)')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await layoutShift(page)).toBeLessThan(0.02);
}

/** No card of a list overflows on the smallest phone, also in letters that are wider than the shop's. */
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

/** Nothing of the page scrolls or ends at a side, beside fields, and no word is broken in two, beside addresses. */
export async function expectNothingCut(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    const cut = [...main.querySelectorAll<HTMLElement>('*')]
      .filter(
        (element) =>
          // What is only heard has no size.
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
