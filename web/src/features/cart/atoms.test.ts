import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cartCountAtom, cartQuery } from '@/api/cart';
import { queryClient } from '@/api/client';
import type { CartLine } from '@/api/schema';
import { coreAtom, loadCore } from '@/core';
import { store, tokenAtom } from '@/state';
import { tickAtom, tickedLinesAtom, totalsAtom } from './atoms';

const email = 'siti@ksmart.test';
const claims = btoa(JSON.stringify({ sub: '3', email, exp: 9_999_999_999 }));

function line(id: number, harga: number, bv: number, quantity: number): CartLine {
  return {
    id,
    product_id: id,
    quantity,
    stock: 10,
    variant: null,
    user_email: email,
    name: `Produk ${id}`,
    picture: '',
    harga,
    bv,
    beratPengiriman: 250,
    pemesananMin: 1,
  };
}
const lines = [line(1, 168000, 18, 2), line(2, 59000, 6, 1)];
const put = (change: CartLine[]) => queryClient.setQueryData(cartQuery(email).queryKey, change);

beforeAll(async () => {
  await loadCore();
  store.sub(totalsAtom, () => undefined);
  store.sub(coreAtom, () => undefined);
});

beforeEach(() => {
  store.set(tokenAtom, `x.${claims}.y`);
  put(lines);
  store.set(tickAtom, lines, false);
});

describe('the totals of the cart', () => {
  it('are calculated from the ticked lines', async () => {
    store.set(tickAtom, lines, true);
    // The cache informs its subscribers in the next tick.
    await vi.waitFor(() =>
      expect(store.get(totalsAtom)).toMatchObject({ subtotal: 395000, total: 395000, bv: 42 }),
    );
  });

  it('are updated when a quantity changes', async () => {
    store.set(tickAtom, [lines[0] as CartLine], true);
    put([line(1, 168000, 18, 3)]);
    await vi.waitFor(() =>
      expect(store.get(totalsAtom)).toMatchObject({ subtotal: 504000, bv: 54 }),
    );
  });

  it('exclude a removed line', async () => {
    store.set(tickAtom, lines, true);
    put([lines[1] as CartLine]);
    await vi.waitFor(() => expect(store.get(tickedLinesAtom)).toHaveLength(1));
    expect(store.get(totalsAtom)).toMatchObject({ subtotal: 59000 });
  });

  it('are zero when no line is ticked', () => {
    expect(store.get(totalsAtom)).toMatchObject({ subtotal: 0, bv: 0 });
  });
});

it('the badge counts pieces, not lines', async () => {
  await vi.waitFor(() => expect(store.get(cartCountAtom)).toBe(3));
});
