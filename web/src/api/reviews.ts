/** What the member has said of products that they bought. */
import { queryOptions } from '@tanstack/react-query';
import { ApiError, queryClient, request } from '@/api/client';
import type { AddedReview, AddReview, Order, OwnReview, OwnReviews, ProductId } from '@/api/schema';

/** The member's own reviews, newest first; the server gives up to a thousand. */
export const ownReviewsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['member', 'reviews', userId],
    queryFn: async ({ signal }) =>
      (await request<OwnReviews>('GET', `/api/reviews/user/${userId}`, undefined, signal)).data,
    enabled: userId !== undefined,
  });

/** The review of a product of an order, if there is one. */
export function reviewOf(
  reviews: OwnReview[],
  order: Order,
  product: ProductId,
): OwnReview | undefined {
  return reviews.find((each) => each.order_id === order.order_id && each.product_id === product);
}

/** Sends a review and gives the server's sentence. */
export async function addReview(review: AddReview): Promise<string> {
  const answer = await request<AddedReview | null>('POST', '/api/reviews', review);
  // An answer that is none, such as the page of a network that asks for a login, has kept nothing.
  if (!answer?.success)
    throw new ApiError('Terjadi kesalahan saat menambahkan review', 200, 'unknown', true);
  await queryClient.invalidateQueries({ queryKey: ['member', 'reviews'] });
  void queryClient.invalidateQueries({ queryKey: ['reviews', review.product_id] });
  return answer.message;
}
