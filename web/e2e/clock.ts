/** The one clock of a worker: that of its shop, of its pages and of its tests. */
import type { Browser } from '@playwright/test';

const HOUR = 3_600_000;

let aheadMs = 0;

/** Sets the clock to `start` (RFC 3339), from where it goes on. */
export function setClock(start: string): void {
  aheadMs = Date.parse(start) - Date.now();
}

/** Returns the milliseconds that the clock is ahead of the machine's; negative behind it. */
export function ahead(): number {
  return aheadMs;
}

/** Returns the time, in milliseconds since 1970. */
export function now(): number {
  return Date.now() + aheadMs;
}

/** Returns the time in Jakarta so many days from now, as a field takes it: `YYYY-MM-DDTHH:MM`. */
export function momentIn(days: number): string {
  return new Date(now() + (days * 24 + 7) * HOUR).toISOString().slice(0, 16);
}

/** Returns the day in Jakarta so many days from now: `YYYY-MM-DD`. */
export function dayIn(days: number): string {
  return momentIn(days).slice(0, 10);
}

/** Lets every page that the browser opens go by the clock. */
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

        // A method: Playwright's own clock, where a test installs it, takes over what can be enumerated.
        static override now() {
          return System.now() + difference;
        }
      } as DateConstructor;
    }, aheadMs);
    return context;
  };
}
