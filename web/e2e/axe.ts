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
  // The network is idle too while the app begins.
  await expect(page.locator('h1').first()).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('main').locator('.animate-pulse')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await layoutShift(page)).toBeLessThan(0.02);
}
