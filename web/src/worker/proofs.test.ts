import { webcrypto } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { FakeCache, FakeCaches, SHOP } from './fakeCaches';
import { activate, answer, MEMBER } from './keeping';

afterEach(() => vi.unstubAllGlobals());

const addresses = async (cache: FakeCache | undefined) =>
  ((await cache?.keys()) ?? []).map(({ url }) => url);

test('proofs of transfers that an older version kept are deleted, and none is kept any more', async () => {
  const pictures = new FakeCache();
  const stores = new Map([['pictures', pictures]]);
  vi.stubGlobal('caches', new FakeCaches(stores));
  vi.stubGlobal('crypto', webcrypto);
  await pictures.put('/storage/proofs/a.webp', new Response('x'));
  await pictures.put('/storage/teh.webp?w=96', new Response('x'));
  await activate({ version: '1', entry: 'assets/a-1.js', parts: [] });
  expect(await addresses(pictures)).toEqual([`${SHOP}/storage/teh.webp?w=96`]);

  const headers = { 'cache-control': 'no-store', 'content-type': 'image/svg+xml' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<svg/>', { headers })));
  const work: Promise<unknown>[] = [];
  const request = new Request(`${SHOP}/api/bonuses/7/proof`, {
    headers: { authorization: 'Bearer token-of-siti' },
  });
  const shown = await answer(
    request,
    (each) => void work.push(each),
    () => undefined,
  );
  expect(await shown.text()).toBe('<svg/>');
  await Promise.all(work);
  expect(await addresses(stores.get(MEMBER))).toEqual([]);
});
