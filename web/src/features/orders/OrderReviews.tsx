import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { ownReviewsQuery, reviewOf } from '@/api/reviews';
import type { Order, OrderProduct, OwnReview } from '@/api/schema';
import { ReviewAnswer } from '@/components/ReviewAnswer';
import { claimsAtom, useAtomValue } from '@/state';
import { Button } from '@/ui/Button';
import { Skeleton } from '@/ui/Skeleton';
import { Stars } from '@/ui/Stars';
import { useRestoredState } from '@/ui/useRestoredState';
import { emptyReview, ReviewDialog } from './ReviewDialog';

/**
 * Returns the member's own reviews, for an order that may have some. The list is empty if they
 * cannot be fetched: the server still refuses a second review.
 */
function useOwnReviews(order: Order): OwnReview[] | undefined {
  const userId = useAtomValue(claimsAtom)?.sub;
  const done = order.shipment_status === 'selesai' && userId !== undefined;
  const { data, isError } = useQuery({ ...ownReviewsQuery(userId), enabled: done });
  return isError ? (data ?? []) : data;
}

/** Placeholder for a button that is about to appear. */
const waiting = <Skeleton className="h-11 w-36 rounded-full" />;

/** Lets the member review products of a completed order that have no review yet. */
export function OrderReviews({ order }: { order: Order }) {
  const reviews = useOwnReviews(order);
  if (order.shipment_status !== 'selesai') return null;
  if (!reviews) return waiting;
  const open = order.products.filter(
    ({ product_id }, index) =>
      !reviewOf(reviews, order, product_id) &&
      // The variants of a product are reviewed together.
      order.products.findIndex((each) => each.product_id === product_id) === index,
  );
  return open.length > 0 ? <ReviewButton order={order} products={open} /> : <Reviewed />;
}

/** Lets the member review one product of a completed order, or shows the existing review. */
export function ProductReview({ order, product }: { order: Order; product: OrderProduct }) {
  const reviews = useOwnReviews(order);
  if (order.shipment_status !== 'selesai') return null;
  if (!reviews) return waiting;
  const review = reviewOf(reviews, order, product.product_id);
  if (!review) return <ReviewButton order={order} products={[product]} />;
  return (
    <div className="text-sm">
      <p className="flex min-h-11 flex-wrap items-center gap-2">
        <Stars rating={review.rating} />
        <Reviewed />
      </p>
      {review.comment && <p className="mt-1 text-muted">{review.comment}</p>}
      <ReviewAnswer answer={review.answer} />
    </div>
  );
}

function Reviewed() {
  return <span className="py-2 text-sm font-semibold text-brand">Sudah diulas</span>;
}

function ReviewButton({ order, products }: { order: Order; products: OrderProduct[] }) {
  const name = `review ${order.order_id} ${products[0]?.id}`;
  const [writing, setWriting] = useRestoredState(name, false);
  const [draft, setDraft] = useRestoredState(`${name}.draft`, emptyReview);
  return (
    <>
      <Button
        look="outline"
        aria-label={products.length === 1 ? `Beri ulasan ${products[0]?.name}` : undefined}
        onClick={() => setWriting(true)}
      >
        <Star aria-hidden size={16} /> Beri ulasan
      </Button>
      {writing && (
        <ReviewDialog
          order={order}
          products={products}
          draft={draft}
          onDraft={setDraft}
          onClose={() => setWriting(false)}
        />
      )}
    </>
  );
}
