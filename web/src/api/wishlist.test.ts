import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { logOut, queryClient } from '@/api/client';
import { addToWishlist, removeFromWishlist, wishlistAtom, wishlistQuery } from '@/api/wishlist';
import { store, tokenAtom } from '@/state';

const claims = btoa(JSON.stringify({ sub: '3', email: 'siti@ksmart.test', exp: 9_999_999_999 }));

/** Simulates a server with a wishlist; returns the calls that it received. */
function serve(kept: { id: number; product_id: number }[]) {
  const calls: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const body = typeof init?.body === 'string' ? ` ${init.body}` : '';
    calls.push(`${init?.method} ${String(input)}${body}`);
    if (init?.method === 'POST') kept.unshift({ id: 70, product_id: 7 });
    if (init?.method === 'DELETE') kept.shift();
    const answer = init?.method === 'GET' ? { success: true, data: kept } : { success: true };
    return Promise.resolve(new Response(JSON.stringify(answer)));
  });
  return calls;
}

const LIST = 'GET /api/wishlist?user_id=3';
const shown = () => store.get(wishlistAtom).data?.map((item) => item.product_id);

let stop: () => void = () => undefined;

/** Logs in a member who views a wishlist with one product. */
async function logIn() {
  const calls = serve([{ id: 50, product_id: 5 }]);
  store.set(tokenAtom, `x.${claims}.y`);
  stop = store.sub(wishlistAtom, () => undefined);
  await waitFor(() => expect(shown()).toEqual([5]));
  expect(calls.splice(0)).toEqual([LIST]);
  return calls;
}

afterEach(() => {
  logOut();
  stop();
});

describe('the wishlist', () => {
  it('is loaded again after a product was added', async () => {
    const calls = await logIn();
    await addToWishlist(7);
    expect(calls).toEqual(['POST /api/wishlist {"user_id":3,"product_id":7}', LIST]);
    await waitFor(() => expect(shown()).toEqual([7, 5]));
  });

  it('is loaded again after a product was removed', async () => {
    const calls = await logIn();
    await removeFromWishlist(5);
    expect(calls).toEqual(['DELETE /api/wishlist/50?user_id=3', LIST]);
    await waitFor(() => expect(shown()).toEqual([]));
  });

  it('sends nothing to remove an absent product', async () => {
    const calls = await logIn();
    await removeFromWishlist(7);
    expect(calls).toEqual([]);
  });

  it('stays as it was when the server refuses', async () => {
    await logIn();
    const refusal = { message: 'Produk tidak ditemukan!', code: 'not_found' };
    vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
      Promise.resolve(new Response(JSON.stringify(refusal), { status: 404 })),
    );
    await expect(addToWishlist(7)).rejects.toMatchObject(refusal);
    await expect(removeFromWishlist(5)).rejects.toMatchObject(refusal);
    expect(shown()).toEqual([5]);
  });

  it('is empty once the member has logged out', async () => {
    await logIn();
    logOut();
    expect(shown()).toBeUndefined();
    expect(queryClient.getQueryData(wishlistQuery('3').queryKey)).toBeUndefined();
  });
});

describe('without a session', () => {
  it('sends nothing and asks for a login', async () => {
    const calls = serve([]);
    await expect(addToWishlist(7)).rejects.toThrow(
      'User harus login untuk menambahkan ke wishlist',
    );
    await expect(removeFromWishlist(7)).rejects.toThrow(
      'User harus login untuk menghapus dari wishlist',
    );
    stop = store.sub(wishlistAtom, () => undefined);
    expect(store.get(wishlistAtom)).toMatchObject({ data: undefined, isLoading: false });
    expect(calls).toEqual([]);
  });
});
