// Measures a first visit on a cheap phone: node scripts/first-tap.mjs [RUNS]. A Chromium whose
// processor is slowed six times opens home, list and product over two slow networks. It taps a
// button of the page as soon as the page is painted. Prints medians: time until the tap has its
// effect, layout shift, and blocking time. Fails if a target is missed. CHROMIUM and KSMART_BIN
// name the browser and the program.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { boundAddress } from './bound-address.mjs';

const RUNS = Number(process.argv[2] ?? 5);
const SLOWDOWN = 6;

/** Networks: kbit/s, round trip in milliseconds, and the target of the first tap in milliseconds. */
const NETWORKS = [
  { kbits: 1600, roundTrip: 150, target: 3000 },
  { kbits: 400, roundTrip: 150, target: 5000 },
];
const MOST_SHIFT = 0.02;
const MOST_BLOCKED = 600;

/** Longest wait for the effect of a tap, in milliseconds. */
const PATIENCE = 60_000;

/** Pages: address, button to be tapped, and selector of its effect. */
const pages = (product) => [
  {
    name: 'home',
    path: '/',
    tapped: 'button[aria-label="Tampilkan promosi 2"]',
    effect: 'button[aria-label="Tampilkan promosi 2"][aria-current=true]',
  },
  {
    name: 'list',
    path: '/all-product',
    tapped: 'article button[aria-label="Tambah ke wishlist"]',
    effect: 'dialog[open], [role=alertdialog]',
  },
  {
    name: 'product',
    path: product,
    tapped: '[data-bottom-bar] button',
    effect: 'dialog[open], [role=alertdialog]',
  },
];

/**
 * Runs in each page before its own scripts: records paint, shifts, long tasks, and the time at
 * which a selector first matches.
 */
function observe(effect) {
  sessionStorage.setItem('popupVoucherClosed', 'true');
  const seen = { shift: 0, tasks: [], painted: 0, worked: 0 };
  window.seen = seen;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries())
      if (!hadRecentInput) seen.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') seen.painted = startTime;
  }).observe({ type: 'paint', buffered: true });
  const look = () => {
    if (!document.querySelector(effect)) return;
    observer.disconnect();
    requestAnimationFrame(() => (seen.worked = performance.now()));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}

async function visit(browser, address, { path, tapped, effect }, network) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    // Keeps the banners from moving.
    reducedMotion: 'reduce',
    isMobile: true,
  });
  const page = await context.newPage();
  await page.addInitScript(observe, effect);
  if (network) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await session.send('Network.enable');
    const throughput = (network.kbits * 1000) / 8;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.roundTrip,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  }
  await page.goto(address + path, { waitUntil: 'commit' });
  const button = await page.waitForSelector(tapped, { timeout: PATIENCE });
  await page.waitForFunction(() => window.seen.painted > 0, undefined, { timeout: PATIENCE });
  const { x, y, width, height } = await button.boundingBox();
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await page.waitForFunction(() => window.seen.worked > 0, undefined, { timeout: PATIENCE });
  await page.waitForTimeout(2000);
  const seen = await page.evaluate(() => window.seen);
  await context.close();
  const blocked = seen.tasks.filter(([start]) => start >= seen.painted);
  return {
    painted: seen.painted,
    worked: seen.worked,
    shift: seen.shift,
    blocked: blocked.reduce((sum, [, duration]) => sum + duration - 50, 0),
  };
}

const seconds = (ms) => (ms / 1000).toFixed(2);
const say = (line) => process.stdout.write(`${line}\n`);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const folder = mkdtempSync(join(tmpdir(), 'ksmart-first-tap-'));
const env = {
  ...process.env,
  LISTEN: '127.0.0.1:0',
  DATABASE_URL: `sqlite://${join(folder, 'ksmart.db')}`,
  STORAGE_URL: `file://${join(folder, 'storage')}`,
  RATE_LIMITS: 'off',
};
const binary = process.env.KSMART_BIN ?? '../target/release/ksmart';
execFileSync(binary, ['demo'], { env, stdio: 'ignore' });
const server = spawn(binary, ['serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
const ended = once(server, 'exit');
let browser;
let missed = 0;
try {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const address = await boundAddress(server);
  const [first] = await (await fetch(`${address}/api/products`)).json();
  const measured = pages(`/product/${first.id}`);
  // The shop resizes its pictures at their first request, so each page is visited once before
  // measuring.
  for (const each of measured) await visit(browser, address, each);
  say('kbit/s  page     paint s  tap s  target  shift  blocked ms');
  for (const network of NETWORKS)
    for (const each of measured) {
      const found = [];
      for (let run = 0; run < RUNS; run++) found.push(await visit(browser, address, each, network));
      const of = (name) => median(found.map((one) => one[name]));
      const wrong =
        of('worked') > network.target || of('shift') > MOST_SHIFT || of('blocked') > MOST_BLOCKED;
      if (wrong) missed++;
      say(
        [
          String(network.kbits).padStart(6),
          each.name.padEnd(7),
          seconds(of('painted')).padStart(7),
          seconds(of('worked')).padStart(5),
          seconds(network.target).padStart(6),
          of('shift').toFixed(3).padStart(5),
          String(Math.round(of('blocked'))).padStart(10),
          wrong ? 'missed' : '',
        ].join('  '),
      );
    }
} finally {
  await browser?.close();
  server.kill();
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
process.exit(missed > 0 ? 1 : 0);
