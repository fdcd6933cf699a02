import { afterEach, expect, test, vi } from 'vitest';
import { FakeCache, FakeCaches, SHOP } from './fakeCaches';
import { activate, kindOf } from './keeping';

afterEach(() => vi.unstubAllGlobals());

const addresses = async (cache: FakeCache | undefined) =>
  ((await cache?.keys()) ?? []).map(({ url }) => url);

test('transfer proofs are deleted and never stored', async () => {
  const pictures = new FakeCache();
  const stores = new Map([['pictures', pictures]]);
  vi.stubGlobal('caches', new FakeCaches(stores));
  await pictures.put('/storage/proofs/a.webp', new Response('x'));
  await pictures.put('/storage/teh.webp?w=96', new Response('x'));
  await activate({ version: '1', entry: 'assets/a-1.js', parts: [] });
  expect(await addresses(pictures)).toEqual([`${SHOP}/storage/teh.webp?w=96`]);

  const request = new Request(`${SHOP}/storage/proofs/7`, {
    headers: { authorization: 'Bearer token-of-siti' },
  });
  expect(kindOf(request, SHOP)).toBeNull();
});
