import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCache, FakeCaches, SHOP } from './fakeCaches';
import { activate, cacheOf, install, page, part, TIME_LIMIT, SHELL } from './keeping';

let stores: Map<string, FakeCache>;
let work: Promise<unknown>[];
const later = (each: Promise<unknown>) => void work.push(each);
const network = vi.fn<(asked: Request | string) => Promise<Response>>();

const gone = () => Promise.reject(new TypeError('Failed to fetch'));
const says = (text: string, init?: ResponseInit) => () => Promise.resolve(new Response(text, init));
const get = (path: string) => new Request(SHOP + path);

beforeEach(() => {
  stores = new Map();
  work = [];
  network.mockReset();
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('caches', new FakeCaches(stores));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns a version of the app: two parts, of which the second is always the same. */
const versionOf = (version: string) => {
  const entry = `assets/a-${version}.js`;
  return { version, entry, parts: [`/${entry}`, '/assets/b-1.js'] };
};
const [first, second] = [versionOf('1'), versionOf('2')];

/** Returns a server that has one version of the app. */
const serves = (entry: string) => (asked: Request | string) =>
  Promise.resolve(new Response(asked === SHELL ? `<script src="/${entry}">` : String(asked)));

test('a new version reuses unchanged parts', async () => {
  network.mockImplementation(serves(first.entry));
  await install(first);
  await activate(first);
  stores.set('answers', new FakeCache());
  network.mockImplementation(serves(second.entry));
  network.mockClear();
  await install(second);
  expect(network.mock.calls.map(([asked]) => asked)).toEqual(['/assets/a-2.js', SHELL]);
  // Pages of the old version are still open: they need its parts.
  expect(stores.has(cacheOf(first))).toBe(true);
  await activate(second);
  expect([...stores.keys()]).toEqual(['answers', cacheOf(second)]);
  network.mockImplementation(gone);
  expect(await (await part(get('/assets/b-1.js'), second)).text()).toBe('/assets/b-1.js');
  expect(await (await page(gone(), second, later)).text()).toContain(second.entry);
  await expect(part(get('/assets/a-1.js'), second)).rejects.toThrow('Failed');
});

test('a mixed or incomplete version is refused', async () => {
  network.mockImplementation(serves(second.entry));
  await expect(install(first)).rejects.toThrow('another version');
  network.mockImplementation(says('', { status: 404 }));
  await expect(install(second)).rejects.toThrow('404');
});

test('the server page is preferred to the cache', async () => {
  network.mockImplementation(serves(first.entry));
  await install(first);
  const served = await page(says('not here', { status: 404 })(), first, later);
  expect(served.status).toBe(404);
  vi.useFakeTimers();
  const slow = page(new Promise(() => undefined), first, later);
  await vi.advanceTimersByTimeAsync(TIME_LIMIT);
  expect(await (await slow).text()).toContain(first.entry);
});

test('a successful visit renews the cached page', async () => {
  network.mockImplementation(serves(first.entry));
  await install(first);
  const open = says(`<title>Buka</title><script src="/${first.entry}">`);
  const offline = async () => (await page(gone(), first, later)).text();
  network.mockImplementation(open);
  expect((await page(open(), first, later)).ok).toBe(true);
  await Promise.all(work);
  expect(await offline()).toContain('Buka');
  // Neither a failure nor another version replaces it.
  for (const answered of [says('', { status: 500 }), serves(second.entry), gone]) {
    network.mockImplementation(answered);
    await page(open(), first, later);
    await Promise.all(work);
    expect(await offline()).toContain('Buka');
  }
});
