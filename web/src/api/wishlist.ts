/** The member's wishlist. */
import { queryOptions } from '@tanstack/react-query';
import { queryClient, request } from '@/api/client';
import { queryAtom } from '@/api/queryAtom';
import type { WishlistItem } from '@/api/schema';
import { atom, claimsAtom, store } from '@/state';

/** The products on a member's wishlist, newest first. */
export const wishlistQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['member', 'wishlist', userId],
    queryFn: async ({ signal }) =>
      (
        await request<{ data: WishlistItem[] }>(
          'GET',
          `/api/wishlist${ownerQuery(userId ?? '')}`,
          undefined,
          signal,
        )
      ).data,
    // Without a member's id from the token nothing is sent.
    enabled: userId !== undefined,
  });

const wishlistQueryAtom = atom((get) => queryAtom(wishlistQuery(get(claimsAtom)?.sub)));

/** The state of the wishlist: loading, its items, or why they could not be had; empty without a session. */
export const wishlistAtom = atom((get) => get(get(wishlistQueryAtom)));

/** Adds a product, or leaves the one that is there, and reloads the list. */
export async function addToWishlist(productId: number): Promise<void> {
  const userId = memberOr('User harus login untuk menambahkan ke wishlist');
  await request('POST', '/api/wishlist', { user_id: Number(userId), product_id: productId });
  await reload();
}

/** Removes a product and reloads the list; does nothing when the product is not in it. */
export async function removeFromWishlist(productId: number): Promise<void> {
  const userId = memberOr('User harus login untuk menghapus dari wishlist');
  const items = await queryClient.ensureQueryData(wishlistQuery(userId));
  const item = items.find((each) => each.product_id === productId);
  if (!item) return;
  await request('DELETE', `/api/wishlist/${item.id}${ownerQuery(userId)}`);
  await reload();
}

function memberOr(refusal: string): string {
  const userId = store.get(claimsAtom)?.sub;
  if (userId === undefined) throw new Error(refusal);
  return userId;
}

function ownerQuery(userId: string): string {
  return `?user_id=${encodeURIComponent(userId)}`;
}

function reload(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['member', 'wishlist'] });
}
