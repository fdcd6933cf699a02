import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';

/** The system's Chromium: from CHROMIUM, or as `scripts/chromium` finds it. */
function chromium(): string {
  const { CHROMIUM } = process.env;
  const script = fileURLToPath(new URL('../scripts/chromium', import.meta.url));
  return CHROMIUM ?? execFileSync(script, { encoding: 'utf8' }).trim();
}

// With a document's own renderer, some releases of Chromium forget at a reload that the network is off. The rest is what
// Playwright switches off of what matters here: its own list gives way to this one.
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

const launchOptions = {
  executablePath: chromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${OFF.join()}`,
  ],
};

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  // Each has a server and a database of its own, and waits more than it works.
  workers: 3,
  // What only a loaded machine needs: a journey through the whole shop takes half a minute on one that is not.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  // A test that needs a second try is a defect. Where a landing would hang on it there is one all the same: it records
  // what happened, and the last lines name it as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: {
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    launchOptions,
    trace: 'on-first-retry',
    // A request that the worker makes is hidden from a test's routes; its own test lets it in.
    serviceWorkers: 'block',
  },
  // What depends neither on the size of the screen nor on the theme is tested once; the screens are tested in both.
  projects: [
    {
      name: 'phone, light',
      testIgnore:
        /admin-(catalogue|display|members|new-shop|orders|settings|stock|volume)\.spec\.ts/,
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 390, height: 844 },
        hasTouch: true,
      },
      metadata: { dark: false },
    },
    {
      name: 'desktop, dark',
      testIgnore:
        /(contract|couriers|document|failing|greeting|home|keyboard|links|lists|memberStates|offline|pictures|rhythm|session|unavailable|unhappy|unpaid|vouchers)\.spec\.ts/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 860 } },
      metadata: { dark: true },
    },
  ],
});
