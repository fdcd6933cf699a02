import { useQuery } from '@tanstack/react-query';
import { vouchersQuery } from '@/api/vouchers';
import { paths } from '@/paths';
import { Link } from '@/ui/Link';
import { Picture } from '@/ui/Picture';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { SlideRow } from '@/ui/SlideRow';

const fit = '[--gap:12px] [--slides:1.1] sm:[--gap:20px] sm:[--slides:2] lg:[--slides:3]';

/** Carousel of the vouchers that are valid now. */
export default function PromoCarousel() {
  const { data, isError, refetch } = useQuery(vouchersQuery);
  const running = data?.filter(({ valid }) => valid);
  if (running?.length === 0) return null;
  return (
    <section className="mt-12 sm:mt-16">
      <h2 className="mb-4 font-display text-2xl font-semibold sm:mb-6">Promo untuk Anda</h2>
      {isError && !running ? (
        <Problem text="Gagal memuat voucher" onRetry={() => void refetch()} />
      ) : (
        <SlideRow label="Promo untuk Anda" busy={!running} className={fit}>
          {running
            ? running.map((voucher) => (
                <li key={voucher.id} className="slide">
                  <Link
                    to={paths.voucher(voucher)}
                    state={voucher}
                    className="block overflow-hidden rounded-2xl border border-line -outline-offset-2"
                  >
                    <Picture
                      picture={voucher.picture}
                      alt={`${voucher.title}, kode ${voucher.code}`}
                      sizes="(min-width: 64rem) 23rem, (min-width: 40rem) 46vw, 85vw"
                      widths={[400, 800]}
                      ratio={5 / 2}
                    />
                  </Link>
                </li>
              ))
            : ['a', 'b', 'c'].map((key) => (
                <li key={key} className="slide">
                  <Skeleton className="aspect-[5/2] w-full rounded-2xl" />
                </li>
              ))}
        </SlideRow>
      )}
    </section>
  );
}
