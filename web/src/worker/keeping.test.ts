import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCache, FakeCaches, PRIVATE, SHOP } from './fakeCaches';
import { answer, install, KEPT, kindOf, MEMBER, noteWrite, TIME_LIMIT, picture } from './keeping';

let stores: Map<string, FakeCache>;
let work: Promise<unknown>[];
const later = (each: Promise<unknown>) => void work.push(each);
const told = vi.fn();
const network = vi.fn<(asked: Request | string) => Promise<Response>>();

const gone = () => Promise.reject(new TypeError('Failed to fetch'));
const says = (text: string, init?: ResponseInit) => () => Promise.resolve(new Response(text, init));

/** Waits for work that continues after the response, and for further work that it starts. */
async function settled(): Promise<void> {
  while (work.length > 0) await work.shift();
}

/** Makes the network slow; returns a function that answers the last call. */
function answersLater(): (text: string) => void {
  const calls: ((response: Response) => void)[] = [];
  network.mockImplementation(() => new Promise((resolve) => calls.push(resolve)));
  return (text) => calls.at(-1)?.(new Response(text));
}

function get(path: string, token?: string): Request {
  return new Request(SHOP + path, { headers: token ? { authorization: `Bearer ${token}` } : {} });
}

async function ask(path: string, token?: string): Promise<string> {
  const text = await (await answer(get(path, token), later, told)).text();
  await settled();
  return text;
}

/** Returns the addresses in a cache. */
async function kept(name: string): Promise<string[]> {
  return ((await stores.get(name)?.keys()) ?? []).map(({ url }) => url);
}

beforeEach(async () => {
  vi.stubGlobal('caches', new FakeCaches(new Map()));
  await noteWrite(0);
  stores = new Map();
  work = [];
  told.mockReset();
  network.mockReset();
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('caches', new FakeCaches(stores));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['/api/products?a=1', {}, 'answer'],
  ['/storage/products/teh.webp?w=96', {}, 'picture'],
  ['/uploads/profile/a.webp', {}, 'picture'],
  ['/assets/index-1.js', {}, 'part'],
  ['/product/7-teh', { mode: 'navigate' }, 'page'],
  ['/product/7-teh', {}, null],
  ['/api/products', { method: 'POST' }, null],
  ['/api/products', { headers: { range: 'bytes=0-9' } }, null],
  ['/api/openapi.json', { mode: 'navigate' }, null],
  ['/api/chat', {}, null],
  ['/api/payments/KS-1/check', {}, null],
  ['/api/admin/orders', {}, null],
  ['/sandbox/snap/1', { mode: 'navigate' }, null],
  ['https://elsewhere.example/api/products', {}, null],
])('%s %o is handled as %s', (path, init, kind) => {
  const { mode, ...rest } = init as { mode?: string };
  const request = new Request(new URL(path, SHOP), rest);
  // Only a browser can create a navigation request.
  if (mode) Object.defineProperty(request, 'mode', { value: mode });
  expect(kindOf(request, SHOP)).toBe(kind);
});

test('the last answer is used without a network', async () => {
  network.mockImplementation(says('old'));
  await ask('/api/products');
  network.mockImplementation(says('new'));
  expect(await ask('/api/products')).toBe('new');
  network.mockImplementation(gone);
  const response = await answer(get('/api/products'), later, told);
  expect(response.headers.has(KEPT)).toBe(true);
  expect(await response.text()).toBe('new');
  expect(told.mock.calls).toEqual([[true], [true], [false]]);
  await expect(ask('/api/banners')).rejects.toThrow('Failed to fetch');
});

test('a Wi-Fi login page is never stored', async () => {
  network.mockImplementation(says('spirulina'));
  await ask('/api/products');
  network.mockImplementation(says('Wi-Fi', { headers: { 'content-type': 'text/html' } }));
  expect(await ask('/api/products')).toBe('spirulina');
  await expect(picture(get('/storage/teh.webp'), later)).rejects.toThrow('a page');
  await expect(install({ version: '1', entry: '', parts: ['/a.js'] })).rejects.toThrow('a page');
  expect([told.mock.lastCall, await kept('pictures')]).toEqual([[false], []]);
});

test.each([
  [401, {}],
  [404, {}],
  [500, {}],
  [204, {}],
  [200, { 'cache-control': 'no-store' }],
])('a response %i with %o is not stored', async (status, headers) => {
  network.mockImplementation(() =>
    Promise.resolve(new Response(status === 204 ? null : 'x', { status, headers })),
  );
  const response = await answer(get('/api/products'), later, told);
  expect(response.status).toBe(status);
  await settled();
  expect(await kept('answers')).toEqual([]);
});

test('an aborted call does not count as offline', async () => {
  const stop = new AbortController();
  network.mockImplementation(() => {
    stop.abort();
    return gone();
  });
  const request = new Request(`${SHOP}/api/products`, { signal: stop.signal });
  await expect(answer(request, later, told)).rejects.toThrow('Failed');
  expect(told).not.toHaveBeenCalled();
});

test('a slow network returns the stored answer', async () => {
  network.mockImplementation(says('old'));
  await ask('/api/products');
  vi.useFakeTimers();
  const arrive = answersLater();
  const shown = answer(get('/api/products'), later, told);
  await vi.advanceTimersByTimeAsync(TIME_LIMIT);
  expect(await (await shown).text()).toBe('old');
  arrive('new');
  await settled();
  expect(await (await stores.get('answers')?.match('/api/products'))?.text()).toBe('new');

  await noteWrite();
  let done = false;
  const awaited = answer(get('/api/products'), later, told).finally(() => (done = true));
  await vi.advanceTimersByTimeAsync(TIME_LIMIT * 2);
  expect(done).toBe(false);
  arrive('newer');
  expect(await (await awaited).text()).toBe('newer');
});

test('a restarted worker remembers the last write', async () => {
  network.mockImplementation(says('old'));
  await ask('/api/products');
  await noteWrite();
  vi.resetModules();
  const { answer: answerAnew } = await import('./keeping');
  vi.useFakeTimers();
  const arrive = answersLater();
  let done = false;
  const awaited = answerAnew(get('/api/products'), later, told).finally(() => (done = true));
  await vi.advanceTimersByTimeAsync(TIME_LIMIT * 2);
  expect(done).toBe(false);
  arrive('new');
  expect(await (await awaited).text()).toBe('new');
});

test('a stored answer is only for its own session', async () => {
  network.mockImplementation(says('siti', { headers: PRIVATE }));
  await ask('/api/me', 'token-of-siti');
  expect(await kept('answers')).toEqual([]);
  expect((await kept(MEMBER)).join()).toMatch(/^https:\/\/toko\.example\/[0-9a-f]{64}\/api\/me$/);
  network.mockImplementation(gone);
  expect(await ask('/api/me', 'token-of-siti')).toBe('siti');
  await expect(ask('/api/me')).rejects.toThrow('Failed');
  await expect(ask('/api/me', 'token-of-budi')).rejects.toThrow('Failed');
  // The next member's request deletes the previous member's data.
  expect(await kept(MEMBER)).toEqual([]);
});

test('an answer after a logout is not stored', async () => {
  const arrive = answersLater();
  const under = answer(get('/api/me', 'token'), later, told);
  await vi.waitFor(() => expect(network).toHaveBeenCalled());
  stores.delete(MEMBER);
  arrive('siti');
  expect(await (await under).text()).toBe('siti');
  await settled();
  expect(stores.has(MEMBER)).toBe(false);
});

test('only the last 200 used answers are stored', async () => {
  network.mockImplementation(says('x'));
  for (let number = 0; number < 200; number += 1) await ask(`/api/product/${number}`);
  await ask('/api/product/0');
  await ask('/api/product/200');
  const names = await kept('answers');
  expect(names).toHaveLength(200);
  expect(names).toContain(`${SHOP}/api/product/0`);
  expect(names).not.toContain(`${SHOP}/api/product/1`);
});

test('a full disk does not block an answer', async () => {
  network.mockImplementation(says('x'));
  vi.spyOn(FakeCache.prototype, 'put').mockRejectedValue(new Error('QuotaExceededError'));
  expect(await ask('/api/products')).toBe('x');
});

test('a picture is fetched only once', async () => {
  network.mockImplementation(says('wide'));
  await picture(get('/storage/teh.webp?w=960'), later);
  await picture(get('/uploads/profile/siti.webp'), later);
  await settled();
  await picture(get('/storage/teh.webp?w=960'), later);
  expect(network).toHaveBeenCalledTimes(2);
  expect(await kept('pictures')).toEqual([`${SHOP}/storage/teh.webp?w=960`]);
  expect(await kept(MEMBER)).toEqual([`${SHOP}/uploads/profile/siti.webp`]);
  network.mockImplementation(gone);
  const other = await picture(get('/storage/teh.webp?w=96'), later);
  expect(await other.text()).toBe('wide');
  await expect(picture(get('/storage/kopi.webp'), later)).rejects.toThrow('Failed');
});
