/** Clock shared by a worker's shop, its pages and its tests. */
import type { Browser } from '@playwright/test';

const HOUR = 3_600_000;

let aheadMs = 0;

/** Sets the clock to `start` (RFC 3339); it continues from there. */
export function setClock(start: string): void {
  aheadMs = Date.parse(start) - Date.now();
}

/**
 * Returns the milliseconds by which the clock is ahead of the machine's; negative if it is behind.
 */
export function ahead(): number {
  return aheadMs;
}

/** Returns the time, in milliseconds since 1970. */
export function now(): number {
  return Date.now() + aheadMs;
}

/**
 * Returns the time in Jakarta this many days from now, in the format of a field:
 * `YYYY-MM-DDTHH:MM`.
 */
export function momentIn(days: number): string {
  return new Date(now() + (days * 24 + 7) * HOUR).toISOString().slice(0, 16);
}

/** Returns the day in Jakarta this many days from now: `YYYY-MM-DD`. */
export function dayIn(days: number): string {
  return momentIn(days).slice(0, 10);
}

/** Makes every page that the browser opens use the clock. */
export function shareClock(browser: Browser): void {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    await context.addInitScript((difference) => {
      const System = Date;
      globalThis.Date = class extends System {
        constructor(...parts: ConstructorParameters<typeof System> | []) {
          if (parts.length === 0) super(System.now() + difference);
          else super(...parts);
        }

        // Overridden by a method, because methods are not enumerable: Playwright's own clock, if a
        // test installs it, takes over enumerable properties.
        static override now() {
          return System.now() + difference;
        }
      } as DateConstructor;
    }, aheadMs);
    return context;
  };
}
