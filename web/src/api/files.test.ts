import { beforeEach, expect, it, vi } from 'vitest';
import { fetchFile } from '@/api/files';
import { sessionExpiredAtom, store, tokenAtom } from '@/state';

const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub, exp: 4_000_000_000 }))}.y`;
const over = { message: 'Sesi Anda telah berakhir.', code: 'session_expired' };

beforeEach(() => {
  store.set(tokenAtom, tokenOf('3'));
  store.set(sessionExpiredAtom, false);
});

it('a download ends an expired session', async () => {
  vi.spyOn(window, 'fetch').mockResolvedValue(Response.json(over, { status: 401 }));
  await expect(fetchFile('/api/admin/orders.csv')).rejects.toMatchObject({ status: 401 });
  expect([store.get(tokenAtom), store.get(sessionExpiredAtom)]).toEqual([null, true]);
});

it('a download is refused after another login', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => {
    store.set(tokenAtom, tokenOf('4'));
    return Promise.resolve(new Response('rahasia'));
  });
  await expect(fetchFile('/storage/proofs/7')).rejects.toMatchObject({ status: 401 });
  expect(store.get(tokenAtom)).toBe(tokenOf('4'));
});
