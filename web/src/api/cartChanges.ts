/** Changes of the member's cart, which are shown at once and undone when refused. */
import { refresh, request } from '@/api/calls';
import { cartQuery } from '@/api/cart';
import { queryClient } from '@/api/client';
import type { CartLine } from '@/api/schema';
import { save } from '@/api/save';

/** Product to be added to the cart. */
export type Addition = { product_id: number; quantity: number; variant: string | null };

/** Adds a product to the cart. */
export async function addToCart(email: string, addition: Addition): Promise<void> {
  const body = { user_email: email, ...addition };
  await save('POST /api/cart', { body }, { changes: [] });
  await refresh('/api/cart');
}

/** Changes a line's quantity by `step`, shown before the server confirms. */
export function stepLine(line: CartLine, step: 1 | -1): Promise<void> {
  const stepped = (by: number) => (lines: CartLine[]) =>
    lines.map((each) => (each.id === line.id ? { ...each, quantity: each.quantity + by } : each));
  const body = {
    user_email: line.user_email,
    product_id: line.product_id,
    quantity: 1,
    variant: line.variant,
  };
  return optimistic(line.user_email, stepped(step), stepped(-step), () =>
    step > 0 ? request('POST /api/cart', { body }) : request('PUT /api/cart/decrease', { body }),
  );
}

/** Removes a line from the cart, shown before the server confirms. */
export function removeLine(line: CartLine): Promise<void> {
  let place = 0;
  return optimistic(
    line.user_email,
    (lines) => {
      place = lines.findIndex((each) => each.id === line.id);
      return lines.filter((each) => each.id !== line.id);
    },
    (lines) => (lines.some(({ id }) => id === line.id) ? lines : lines.toSpliced(place, 0, line)),
    () => request('DELETE /api/cart/{id}', { params: { id: line.id } }),
  );
}

let underWay = 0;

async function optimistic(
  email: string,
  change: (lines: CartLine[]) => CartLine[],
  undo: (lines: CartLine[]) => CartLine[],
  send: () => Promise<unknown>,
): Promise<void> {
  const { queryKey } = cartQuery(email);
  const show = (what: typeof change) =>
    queryClient.setQueryData<CartLine[]>(queryKey, (lines) => lines && what(lines));
  underWay += 1;
  try {
    await queryClient.cancelQueries({ queryKey });
    show(change);
    await send();
  } catch (error) {
    // Undoes the change here, because the server's state may be unavailable too.
    show(undo);
    throw error;
  } finally {
    underWay -= 1;
    // Quick taps overlap: only the last one fetches the server's state.
    if (underWay === 0) await queryClient.invalidateQueries({ queryKey });
  }
}
