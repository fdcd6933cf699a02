import type { OrderMove } from '@/api/schema';
import { dateTime } from '@/dates';
import { moveName } from './status';
import { Timeline } from '@/ui/Timeline';

/** History of an order, oldest first. */
export function OrderTimeline({ moves }: { moves: OrderMove[] }) {
  if (moves.length === 0) return null;
  return (
    <section className="py-5">
      <h3 className="font-semibold">Riwayat</h3>
      <Timeline
        steps={moves.map(({ at, what, reason }) => ({
          key: `${at} ${what}`,
          title: moveName(what),
          text: reason ? `${dateTime(at)} · ${reason}` : dateTime(at),
        }))}
      />
    </section>
  );
}
