/** The shop of a worker: the real program with the demo data in a separate folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test as base } from '@playwright/test';
import { boundAddress } from '../scripts/bound-address.mjs';
import { ahead, setClock, shareClock } from './clock';

const binary =
  process.env.KSMART_BIN ?? fileURLToPath(new URL('../../target/release/ksmart', import.meta.url));

/** The password of every demo account. */
export const PASSWORD = 'ksmart-demo';

/** Options of a worker's shop. */
export type ShopOptions = {
  /** Time at which the clock of shop, pages and tests begins, RFC 3339. */
  clock: string;
  /** Number of days from the creation of the demo to `clock`. */
  demoDaysAgo: number;
  /** Environment variables of the shop, in addition to the usual ones. */
  settings: Record<string, string>;
  /** Whether the shop has nothing but its owner, `admin@ksmart.test`, instead of the demo. */
  empty: boolean;
};

/** Shop process of a test worker. Its data are reset when a spec file asks for its own shop. */
class Program {
  /** Address of the shop, such as `http://127.0.0.1:8080`. */
  address = '';
  readonly #folder = mkdtempSync(join(tmpdir(), 'ksmart-e2e-'));
  readonly #options: ShopOptions;
  #server: ChildProcess | undefined;
  /** Spec file that uses the data alone; empty for all files that share them. */
  #owner: string | undefined;

  constructor(options: ShopOptions) {
    this.#options = options;
    setClock(options.clock);
    const { demoDaysAgo, empty } = options;
    execFileSync(binary, empty ? ['admin', '--email', 'admin@ksmart.test'] : ['demo'], {
      env: {
        ...this.#env('first'),
        KSMART_ADMIN_PASSWORD: PASSWORD,
        CLOCK_AHEAD_MS: String(ahead() - demoDaysAgo * 86_400_000),
      },
      cwd: this.#folder,
    });
  }

  /**
   * Restarts the shop with fresh data, unless `owner` already uses it; `owner` is a spec file, or
   * empty for shared data.
   */
  async serve(owner: string): Promise<void> {
    if (owner === this.#owner) return;
    await this.#stop();
    setClock(this.#options.clock);
    rmSync(join(this.#folder, 'now'), { recursive: true, force: true });
    cpSync(join(this.#folder, 'first'), join(this.#folder, 'now'), { recursive: true });
    this.#server = spawn(binary, ['serve'], { env: this.#env('now'), cwd: this.#folder });
    this.address = await boundAddress(this.#server);
    this.#owner = owner;
  }

  async #stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#owner = undefined;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.removeAllListeners('exit');
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }

  async end(): Promise<void> {
    await this.#stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #env(data: string): NodeJS.ProcessEnv {
    return {
      ...process.env,
      LISTEN: '127.0.0.1:0',
      DATABASE_URL: `sqlite://${join(this.#folder, data, 'ksmart.db')}`,
      STORAGE_URL: `file://${join(this.#folder, data, 'storage')}`,
      RATE_LIMITS: 'off',
      CLOCK_AHEAD_MS: String(ahead()),
      ...this.#options.settings,
    };
  }
}

/**
 * Test function whose pages open the shop at `/`, in the project's theme; an uncaught error on the
 * page fails the test.
 */
export const test = base.extend<
  { greeting: boolean; live: boolean; own: boolean; shop: string },
  ShopOptions & { program: Program }
>({
  // Working day that is neither at the beginning nor at the end of a month.
  clock: ['2026-07-15T10:00:00+07:00', { option: true, scope: 'worker' }],
  demoDaysAgo: [0, { option: true, scope: 'worker' }],
  /** Whether the popup voucher and the shipment alert are shown, as they are once a session. */
  greeting: [false, { option: true }],
  /** Whether the office receives live updates; its network is then never idle. */
  live: [false, { option: true }],
  /** Whether the spec file has the shop for itself, because its changes would break other tests. */
  own: [false, { option: true }],
  settings: [{}, { option: true, scope: 'worker' }],
  empty: [false, { option: true, scope: 'worker' }],
  program: [
    async ({ browser, clock, demoDaysAgo, settings, empty }, use) => {
      const program = new Program({ clock, demoDaysAgo, settings, empty });
      shareClock(browser);
      await use(program);
      await program.end();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  shop: async ({ program, own }, use, info) => {
    await program.serve(own ? info.file : '');
    await use(program.address);
  },
  baseURL: ({ shop }, use) => use(shop),
  page: async ({ page, context, greeting, live }, use, info) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    // Only the tab that holds this lock listens for live updates: here a script holds it
    // permanently.
    if (!live)
      await context.addInitScript(() => {
        void navigator.locks?.request('office', () => new Promise(() => undefined));
      });
    const { dark } = info.project.metadata as { dark: boolean };
    await page.addInitScript(
      ([on, popup]) => {
        localStorage.setItem('darkMode', String(on));
        if (popup) return;
        sessionStorage.setItem('popupVoucherClosed', 'true');
        sessionStorage.setItem('shipmentAlertShow', 'true');
      },
      [dark, greeting] as const,
    );
    await use(page);
    expect(faults).toEqual([]);
  },
});

export { expect };

/** Logs in with the form. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('link', { name: 'Akun saya' })).toBeVisible();
}

/** Reads an amount in rupiah as a whole number. */
export function amount(text: string | null): number {
  return Number((text ?? '').replaceAll(/\D/g, ''));
}

/**
 * Checks that no number on the page is broken in two, once the page has adapted to the size of the
 * window.
 */
export async function expectWholeNumbers(page: Page): Promise<void> {
  const broken = () =>
    page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = node.textContent ?? '';
        for (const { 0: number, index } of text.matchAll(/\d[\d.]*\d/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + number.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) found.push(text);
        }
      }
      return found;
    });
  await expect.poll(broken).toEqual([]);
}

/** Checks that the page never scrolls sideways, once it has adapted to the size of the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(over).toBe(0);
}

/**
 * Performs an action, and checks that its notice is shown. It is shown for two seconds, so the page
 * records its text, since a loaded machine may check later.
 */
export async function expectNotice(
  page: Page,
  text: string,
  act: () => Promise<unknown>,
): Promise<void> {
  // An equal notice of an earlier action must not count.
  await expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(0);
  await page.evaluate(() => {
    const said: (string | null)[] = [];
    Object.assign(window, { said });
    const read = () => {
      for (const each of document.querySelectorAll('[role=status]')) said.push(each.textContent);
    };
    const all = { subtree: true, childList: true, characterData: true };
    new MutationObserver(read).observe(document.body, all);
  });
  await act();
  const heard = () => {
    const { said = [] } = window as unknown as { said?: (string | null)[] };
    const now = [...document.querySelectorAll('[role=status]')].map((each) => each.textContent);
    return [...said, ...now].filter(Boolean);
  };
  // If `act` leads to another document, that one shows the notice; a check in between fails and is
  // repeated.
  await expect(async () => {
    expect(await page.evaluate(heard)).toContainEqual(expect.stringContaining(text));
  }).toPass({ timeout: 60_000 });
}
