import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';
import type { ShopOptions } from './e2e/shop';

const chromium = fileURLToPath(new URL('../scripts/chromium', import.meta.url));

// With a renderer for each document, some releases of Chromium forget at a reload that the network
// is off. The other entries are features that Playwright itself disables and that matter here: this
// list replaces its own.
const OFF = [
  'RenderDocument',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];

// The proxy of scripts/loaded, only for pages: requests made by the tests themselves do not pass
// through it.
const SLOW = process.env.SLOW_PROXY
  ? [`--proxy-server=${process.env.SLOW_PROXY}`, '--proxy-bypass-list=<-loopback>']
  : [];

const launchOptions = {
  executablePath: execFileSync(chromium, { encoding: 'utf8' }).trim(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${OFF.join()}`,
    ...SLOW,
  ],
};

// Dates at which calendars turn, as in scripts/test. The demo's period lasts until thirty days
// after the demo is made, and weekly periods begin on a Monday. Today begins at noon, so that no
// test runs past midnight.
const DATES = [
  { name: 'leap day', clock: '2028-02-29T10:00:00+07:00' },
  { name: 'last evening of a year', clock: '2026-12-31T23:30:00+07:00' },
  { name: 'first hour of a year', clock: '2027-01-01T00:30:00+07:00' },
  { name: 'last day of a period', clock: '2026-08-16T21:00:00+07:00', demoDaysAgo: 30 },
  { name: 'first day of a period', clock: '2026-08-17T00:15:00+07:00' },
  { name: 'today', clock: `${new Date().toISOString().slice(0, 10)}T12:00:00+07:00` },
];

// Each test runs in one layout and theme: the shop as most members see it, the office as most
// administrators see it.
const OFFICE =
  /\/(admin(?!-screens)[\w-]*|backups|bulk-products|keyboard-(display|office)|member-view|packing|prices|product-photos|shipping-rules|voucher-kinds)\.spec\.ts/;
// Tests of the layout or the theme run in both.
const BOTH = /\/(admin-screens|browsing|first-view|screens|zoom)\.spec\.ts/;

const phone = {
  ...devices['Desktop Chrome'],
  viewport: { width: 390, height: 844 },
  hasTouch: true,
};
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 860 } };

export default defineConfig<object, ShopOptions>({
  testDir: 'e2e',
  fullyParallel: true,
  // Each worker has its own server and database, and mostly waits.
  workers: 4,
  // Only needed on a loaded machine: elsewhere, a journey through the whole shop takes half a
  // minute.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  // A test that needs a second try is a defect. Continuous integration still allows one, so that a
  // landing does not depend on it: the retry records a trace, and the last lines report the test as
  // flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: {
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    launchOptions,
    trace: 'on-first-retry',
    // Requests made by the service worker are hidden from a test's routes; only the worker's own
    // test allows it.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'phone, light',
      testIgnore: [OFFICE, /\/dates\.spec\.ts/],
      use: phone,
      metadata: { dark: false },
    },
    {
      name: 'desktop, dark',
      testMatch: [OFFICE, BOTH],
      use: desktop,
      metadata: { dark: true },
    },
    ...DATES.map(({ name, ...options }) => ({
      name,
      testMatch: /\/(dates|admin-volume)\.spec\.ts/,
      use: { ...desktop, ...options },
      metadata: { dark: false },
    })),
  ],
});
