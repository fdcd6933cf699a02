/** The member's wishlist. */
import { query, refresh } from '@/api/calls';
import { queryClient } from '@/api/client';
import { queryAtom } from '@/api/queryAtom';
import type { WishlistItem } from '@/api/schema';
import { save } from '@/api/save';
import { atom, claimsAtom, store } from '@/state';

/** Query of the products on a member's wishlist, newest first. */
export const wishlistQuery = (userId: string | undefined) => ({
  ...query('/api/wishlist', { user_id: userId }),
  select: ({ data }: { data: WishlistItem[] }) => data,
  // Without a member's id from the token, no request is sent.
  enabled: userId !== undefined,
});

const wishlistQueryAtom = atom((get) => queryAtom(wishlistQuery(get(claimsAtom)?.sub)));

/**
 * State of the wishlist: loading, its items, or the reason why they could not be loaded; empty
 * without a session.
 */
export const wishlistAtom = atom((get) => get(get(wishlistQueryAtom)));

/**
 * Adds a product, or leaves an existing one unchanged; settles when the list has been refetched.
 */
export async function addToWishlist(productId: number): Promise<void> {
  const userId = memberOr('User harus login untuk menambahkan ke wishlist');
  const body = { user_id: Number(userId), product_id: productId };
  await save('POST /api/wishlist', { body }, { changes: [] });
  await refresh('/api/wishlist');
}

/**
 * Removes a product; settles when the list has been refetched. Does nothing if the product is not
 * in it.
 */
export async function removeFromWishlist(productId: number): Promise<void> {
  const userId = memberOr('User harus login untuk menghapus dari wishlist');
  const { data } = await queryClient.ensureQueryData(query('/api/wishlist', { user_id: userId }));
  const item = data.find((each) => each.product_id === productId);
  if (!item) return;
  const params = { id: item.id, user_id: userId };
  await save('DELETE /api/wishlist/{id}', { params }, { changes: [] });
  await refresh('/api/wishlist');
}

function memberOr(refusal: string): string {
  const userId = store.get(claimsAtom)?.sub;
  if (userId === undefined) throw new Error(refusal);
  return userId;
}
