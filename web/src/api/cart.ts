/** The member's cart. */
import { query } from '@/api/calls';
import { queryAtom } from '@/api/queryAtom';
import { atom, claimsAtom } from '@/state';

/** Query of the lines of a member's cart. */
export const cartQuery = (email: string | undefined) => ({
  ...query('/api/cart', { email }),
  // Without an e-mail address from the token, no request is sent.
  enabled: email !== undefined,
});

const cartQueryAtom = atom((get) => queryAtom(cartQuery(get(claimsAtom)?.email)));

/** State of the cart: loading, its lines, or the reason why they could not be loaded. */
export const cartAtom = atom((get) => get(get(cartQueryAtom)));

/** Number of pieces in the cart. */
export const cartCountAtom = atom((get) => {
  const lines = get(cartAtom).data ?? [];
  return lines.reduce((count, line) => count + line.quantity, 0);
});
