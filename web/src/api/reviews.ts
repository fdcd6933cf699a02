/** Reviews of products by members, and the member's own reviews of products that they bought. */
import { query, refresh } from '@/api/calls';
import { list } from '@/api/pages';
import { ApiError } from '@/errors';
import type { AddedReview, AddReview, Order, OwnReview, OwnReviews, ProductId } from '@/api/schema';
import { save } from '@/api/save';

/** Lists the reviews of one product, newest first. */
export const reviewsOf = (productId: number) => ({
  ...list('/api/reviews', { product_id: productId }),
  open: true,
});

/** Query of the member's own reviews, newest first; the server returns up to a thousand. */
export const ownReviewsQuery = (userId: string | undefined) => ({
  ...query('/api/reviews/user/{user_id}', { user_id: userId }),
  select: ({ data }: OwnReviews) => data,
  enabled: userId !== undefined,
});

/** Returns the review of a product of an order, if there is one. */
export function reviewOf(
  reviews: OwnReview[],
  order: Order,
  product: ProductId,
): OwnReview | undefined {
  return reviews.find((each) => each.order_id === order.order_id && each.product_id === product);
}

/** Sends a review and returns the server's message. */
export async function addReview(body: AddReview): Promise<string> {
  const answer: AddedReview | null = await save('POST /api/reviews', { body }, { changes: [] });
  // A response from elsewhere, such as the login page of a network, means that nothing was saved.
  if (!answer?.success)
    throw new ApiError('Terjadi kesalahan saat menambahkan review', 200, 'unknown', true);
  await refresh('/api/reviews');
  return answer.message;
}
