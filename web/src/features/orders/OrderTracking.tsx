import { useQuery } from '@tanstack/react-query';
import type { Order } from '@/api/schema';
import { trackingQuery } from '@/api/tracking';
import { dateTime } from '@/dates';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { Timeline } from '@/ui/Timeline';

/** Tracking of an order's parcel by its courier, newest entry first. */
export function OrderTracking({ order }: { order: Order }) {
  return (
    <section className="py-5" aria-labelledby="tracking">
      <h3 id="tracking" className="font-semibold">
        Lacak paket
      </h3>
      <Parcel order={order} />
    </section>
  );
}

function Parcel({ order }: { order: Order }) {
  const { data, isError, refetch } = useQuery(trackingQuery(order));
  if (isError && !data)
    return (
      <div className="mt-3">
        <Problem text="Gagal melacak paket. Silakan coba lagi." onRetry={() => void refetch()} />
      </div>
    );
  if (!data) return <Skeleton className="mt-3 h-24 rounded-2xl" />;
  if (data.history.length === 0)
    return (
      <p className="mt-2 text-sm text-muted">
        Kurir belum mencatat perjalanan paket ini. Silakan lihat lagi nanti.
      </p>
    );
  return (
    <Timeline
      steps={data.history.map(({ at, date, description }, index) => ({
        // A courier may report the same entry twice.
        key: `${data.history.length - index}`,
        title: description,
        text: at ? dateTime(at) : date,
      }))}
    />
  );
}
