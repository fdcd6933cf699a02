/** The member's cart: its lines, and changes that show at once and are taken back when refused. */
import { query, refresh, request, save } from '@/api/calls';
import { queryClient } from '@/api/client';
import { queryAtom } from '@/api/queryAtom';
import type { CartLine } from '@/api/schema';
import { atom, claimsAtom } from '@/state';

/** The lines of a member's cart. */
export const cartQuery = (email: string | undefined) => ({
  ...query('/api/cart', { email }),
  // Without an address from the token nothing is sent.
  enabled: email !== undefined,
});

const cartQueryAtom = atom((get) => queryAtom(cartQuery(get(claimsAtom)?.email)));

/** The state of the cart: loading, its lines, or why they could not be had. */
export const cartAtom = atom((get) => get(get(cartQueryAtom)));

/** How many pieces lie in the cart. */
export const cartCountAtom = atom((get) => {
  const lines = get(cartAtom).data ?? [];
  return lines.reduce((count, line) => count + line.quantity, 0);
});

/** A product as it is put into the cart. */
export type Addition = { product_id: number; quantity: number; variant: string | null };

/** Adds to the cart. */
export async function addToCart(email: string, addition: Addition): Promise<void> {
  const body = { user_email: email, ...addition };
  await save('POST /api/cart', { body }, { changes: [] });
  await refresh('/api/cart');
}

/** Changes a line's quantity by `step`, shown before the server has agreed. */
export function stepLine(line: CartLine, step: 1 | -1): Promise<void> {
  const changed = (lines: CartLine[]) =>
    lines.map((each) => (each.id === line.id ? { ...each, quantity: each.quantity + step } : each));
  const body = {
    user_email: line.user_email,
    product_id: line.product_id,
    quantity: 1,
    variant: line.variant,
  };
  return optimistic(line.user_email, changed, () =>
    step > 0 ? request('POST /api/cart', { body }) : request('PUT /api/cart/decrease', { body }),
  );
}

/** Takes a line out of the cart, shown before the server has agreed. */
export function removeLine(line: CartLine): Promise<void> {
  return optimistic(
    line.user_email,
    (lines) => lines.filter((each) => each.id !== line.id),
    () => request('DELETE /api/cart/{id}', { params: { id: line.id } }),
  );
}

let underWay = 0;

async function optimistic(
  email: string,
  change: (lines: CartLine[]) => CartLine[],
  send: () => Promise<unknown>,
): Promise<void> {
  const { queryKey } = cartQuery(email);
  underWay += 1;
  try {
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<CartLine[]>(queryKey, (lines) => lines && change(lines));
    await send();
  } finally {
    underWay -= 1;
    // Quick taps overlap: only the last one fetches the truth, which also undoes what was refused.
    if (underWay === 0) await queryClient.invalidateQueries({ queryKey });
  }
}
