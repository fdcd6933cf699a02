import { usePages } from '@/api/pages';
import { reviewsOf } from '@/api/reviews';
import type { Review } from '@/api/schema';
import { date } from '@/dates';
import { number } from '@/format';
import { Avatar } from '@/components/Avatar';
import { ReviewAnswer } from '@/components/ReviewAnswer';
import { LoadMore } from '@/ui/LoadMore';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { Stars } from '@/ui/Stars';
import { useHydrated } from '@/ui/useHydrated';

/** Reviews of a product by its buyers. */
export function ProductReviews({ productId }: { productId: number }) {
  const { pages, error, retry, more } = usePages(reviewsOf(productId));
  const known = useHydrated() ? pages : undefined;
  const data = known?.[0];
  return (
    <section aria-label="Ulasan" aria-busy={!data && !error}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="font-display text-xl font-semibold">Ulasan pembeli</h2>
        {data && data.total_review > 0 && (
          <p className="flex items-center gap-2 text-sm text-muted">
            <Stars rating={data.average_rating} size={16} />
            {number(data.average_rating)} dari 5 · {number(data.total_review)} ulasan
          </p>
        )}
      </div>
      <div className="mt-3">
        {known ? (
          <>
            <ReviewList reviews={known.flatMap((page) => page.data)} />
            <LoadMore more={more} className="mt-2" />
          </>
        ) : error ? (
          <Problem text="Gagal memuat review. Silakan coba lagi nanti." onRetry={retry} />
        ) : (
          ['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} className="mb-3 h-24 rounded-2xl" />
          ))
        )}
      </div>
    </section>
  );
}

function ReviewList({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return <p className="text-muted">Belum ada review untuk produk ini.</p>;
  return (
    <ul className="divide-y divide-line">
      {reviews.map((review) => (
        <li key={review.id} className="flex gap-3 py-4">
          <Avatar file={review.user_picture} size="size-10" />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">{review.user_name}</span>
              <span className="text-xs text-muted">{date(review.created_at)}</span>
            </p>
            <Stars rating={review.rating} />
            {review.comment && <p className="mt-1 text-sm text-muted">{review.comment}</p>}
            <ReviewAnswer answer={review.answer} />
          </div>
        </li>
      ))}
    </ul>
  );
}
