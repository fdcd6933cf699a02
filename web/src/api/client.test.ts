import { beforeEach, describe, expect, it, vi } from 'vitest';
import { logInSentence } from '@/api/accounts';
import { publicQuery, request } from '@/api/calls';
import { endExpiredSession, queryClient, takePreloaded } from '@/api/client';
import { ApiError, OFFLINE, sentence } from '@/errors';
import { sessionExpiredAtom, store, tokenAtom } from '@/state';

function tokenUntil(exp: number, sub = '3'): string {
  const claims = { sub, email: 'siti@ksmart.test', exp };
  return `x.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.y`;
}
const soon = () => Math.floor(Date.now() / 1000) + 60;

function answerWith(status: number, body: unknown) {
  return vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(new Response(JSON.stringify(body), { status }));
}

/** Delays the response to a request; returns the function that sends it. */
function answerLater() {
  const waiting: ((response: Response) => void)[] = [];
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise((resolve) => waiting.push(resolve)));
  return (response: Response) => waiting.forEach((resolve) => resolve(response));
}

beforeEach(() => {
  store.set(tokenAtom, null);
  store.set(sessionExpiredAtom, false);
});

describe('a request', () => {
  it('carries the token', async () => {
    store.set(tokenAtom, tokenUntil(soon()));
    const fetched = answerWith(200, { id: 3 });
    expect(await request('GET /api/me')).toEqual({ id: 3 });
    const headers = fetched.mock.calls[0]?.[1]?.headers as Record<string, string>;
    expect(headers.authorization).toBe(`Bearer ${store.get(tokenAtom)}`);
  });

  it('carries no token for public data', async () => {
    store.set(tokenAtom, tokenUntil(soon()));
    const fetched = answerWith(200, []);
    expect(await queryClient.fetchQuery(publicQuery('/api/products'))).toEqual([]);
    expect(fetched.mock.calls[0]?.[1]?.headers).not.toHaveProperty('authorization');
    expect(store.get(tokenAtom)).not.toBeNull();
  });

  it.each([200, 401])('rejects an answer (%i) after a member change', async (status) => {
    const answer = answerLater();
    store.set(tokenAtom, tokenUntil(soon(), '3'));
    const late = request('GET /api/me');
    const others = tokenUntil(soon(), '4');
    store.set(tokenAtom, others);
    answer(new Response(JSON.stringify({ id: 3 }), { status }));
    await expect(late).rejects.toMatchObject({ status: 401 });
    expect(store.get(tokenAtom)).toBe(others);
    expect(store.get(sessionExpiredAtom)).toBe(false);
  });

  it('keeps the new session when an old one fails', async () => {
    const answer = answerLater();
    store.set(tokenAtom, tokenUntil(soon()));
    const late = request('GET /api/me');
    const newer = tokenUntil(soon() + 60);
    store.set(tokenAtom, newer);
    answer(new Response(JSON.stringify({ message: 'x' }), { status: 401 }));
    await expect(late).rejects.toMatchObject({ status: 401 });
    expect(store.get(tokenAtom)).toBe(newer);
    expect(store.get(sessionExpiredAtom)).toBe(false);
  });

  it('takes data that the page has preloaded', async () => {
    document.head.innerHTML =
      '<link rel="preload" as="fetch" href="/api/banners"><link rel="preload" as="image" href="/x">';
    const fetched = answerWith(200, [{ id: 1 }]);
    await takePreloaded();
    expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/api/banners']);
    expect(queryClient.getQueryData(publicQuery('/api/banners').queryKey)).toEqual([{ id: 1 }]);
    document.head.innerHTML = '';
  });

  it('never carries an expired token', async () => {
    store.set(tokenAtom, tokenUntil(1));
    const fetched = answerWith(200, []);
    await request('GET /api/products');
    expect(fetched.mock.calls[0]?.[1]?.headers).not.toHaveProperty('authorization');
    expect(store.get(tokenAtom)).toBeNull();
    expect(store.get(sessionExpiredAtom)).toBe(true);
  });

  it('ends the session when the token is refused', async () => {
    store.set(tokenAtom, tokenUntil(soon()));
    answerWith(401, { message: 'Sesi berakhir', code: 'unauthorized' });
    await expect(request('GET /api/me')).rejects.toMatchObject({ status: 401 });
    expect(store.get(sessionExpiredAtom)).toBe(true);
  });

  it('keeps the new login of another tab', async () => {
    store.set(tokenAtom, tokenUntil(soon()));
    const other = tokenUntil(soon() + 60);
    localStorage.setItem('token', other);
    answerWith(401, { message: 'Sesi berakhir', code: 'session_expired' });
    await expect(request('GET /api/me')).rejects.toMatchObject({ status: 401 });
    expect(store.get(sessionExpiredAtom)).toBe(false);
    expect(localStorage.getItem('token')).toBe(other);
  });

  it('ends no session when a login is refused', async () => {
    answerWith(401, {});
    await expect(
      request('POST /api/login', { body: { email: '', password: '' } }),
    ).rejects.toMatchObject({ status: 401 });
    expect(store.get(sessionExpiredAtom)).toBe(false);
  });

  it('reports a network failure', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(request('GET /api/products')).rejects.toMatchObject({
      message: OFFLINE,
      status: 0,
    });
  });

  it.each([
    ['a page', '<html>Masuk ke Wi-Fi hotel</html>'],
    ['nothing', 'null'],
    ['an envelope of nothing', '{"success": true, "data": null}'],
  ])('reports an unreadable answer: %s', async (_, body) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(body)));
    const error: unknown = await request('GET /api/bv-periods').catch((thrown: unknown) => thrown);
    expect(sentence(error, 'Gagal memuat periode BV.')).toMatch(/^Jawaban dari server tidak dapat/);
  });

  it('accepts an empty 204 answer', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
    const params = { id: 1 };
    await expect(request('DELETE /api/admin/banners/{id}', { params })).resolves.toBeNull();
  });

  it('gives the message and code of the server', async () => {
    answerWith(409, { message: 'Stok habis', code: 'out_of_stock' });
    await expect(
      request('POST /api/cart', { body: { product_id: 1, quantity: 1 } }),
    ).rejects.toMatchObject({
      message: 'Stok habis',
      code: 'out_of_stock',
      fromServer: true,
    });
  });
});

describe('a session', () => {
  it('lasts until its last second', () => {
    const token = tokenUntil(1000);
    store.set(tokenAtom, token);
    expect(endExpiredSession(1_000_000)).toBe(false);
    expect(endExpiredSession(1_000_001)).toBe(true);
  });

  it('ends when the stored token is invalid', () => {
    store.set(tokenAtom, 'rusak');
    expect(endExpiredSession()).toBe(true);
  });
});

describe('the message of an error', () => {
  it.each([
    [new ApiError('dari server', 500, 'x', true), 'dari server'],
    [new ApiError('gangguan', 500, 'x', false), 'Gagal memuat produk'],
    [new ApiError(OFFLINE, 0, 'offline', false), OFFLINE],
    [new Error('boom'), 'Gagal memuat produk'],
  ])('%s', (error, expected) => {
    expect(sentence(error, 'Gagal memuat produk')).toBe(expected);
  });

  it.each([
    [401, 'Email atau password salah'],
    [429, 'Terlalu banyak percobaan login. Coba lagi nanti.'],
    [500, 'Terjadi kesalahan saat login'],
  ])('explains a login error with status %i', (status, expected) => {
    expect(logInSentence(new ApiError('', status, 'x', false))).toBe(expected);
  });
});
