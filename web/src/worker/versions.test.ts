import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCache, FakeCaches, SHOP } from './fakeCaches';
import { activate, cacheOf, install, page, part, PATIENCE, SHELL } from './keeping';

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

/** A version of the app: two parts, of which the second is ever the same. */
const versionOf = (version: string) => {
  const entry = `assets/a-${version}.js`;
  return { version, entry, parts: [`/${entry}`, '/assets/b-1.js'] };
};
const [first, second] = [versionOf('1'), versionOf('2')];

/** A server that has one version of the app. */
const serves = (entry: string) => (asked: Request | string) =>
  Promise.resolve(new Response(asked === SHELL ? `<script src="/${entry}">` : String(asked)));

test('a new version takes over what is the same and deletes the rest of the old one', async () => {
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

test('a page of another version, or a part that is missing, is no installation', async () => {
  network.mockImplementation(serves(second.entry));
  await expect(install(first)).rejects.toThrow('another version');
  network.mockImplementation(says('', { status: 404 }));
  await expect(install(second)).rejects.toThrow('404');
});

test("a page is the server's while there is one, whatever it says", async () => {
  network.mockImplementation(serves(first.entry));
  await install(first);
  const served = await page(says('not here', { status: 404 })(), first, later);
  expect(served.status).toBe(404);
  vi.useFakeTimers();
  const slow = page(new Promise(() => undefined), first, later);
  await vi.advanceTimersByTimeAsync(PATIENCE);
  expect(await (await slow).text()).toContain(first.entry);
});

test('the page that fits every address is renewed after a good visit', async () => {
  network.mockImplementation(serves(first.entry));
  await install(first);
  const open = says(`<title>Buka</title><script src="/${first.entry}">`);
  const offline = async () => (await page(gone(), first, later)).text();
  network.mockImplementation(open);
  expect((await page(open(), first, later)).ok).toBe(true);
  await Promise.all(work);
  expect(await offline()).toContain('Buka');
  // Neither a failure nor another version takes its place.
  for (const answered of [says('', { status: 500 }), serves(second.entry), gone]) {
    network.mockImplementation(answered);
    await page(open(), first, later);
    await Promise.all(work);
    expect(await offline()).toContain('Buka');
  }
});
