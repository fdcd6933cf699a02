import type { OrderMove } from '@/api/schema';
import { dateTime } from '@/format';
import { moveName } from './status';

/** What happened to an order, oldest first. */
export function OrderTimeline({ moves }: { moves: OrderMove[] }) {
  if (moves.length === 0) return null;
  return (
    <section className="py-5">
      <h3 className="font-semibold">Riwayat</h3>
      <ol className="mt-3 ml-1.5 border-l-2 border-line text-sm">
        {moves.map((move) => (
          <li key={`${move.at} ${move.what}`} className="relative pb-4 pl-5 last:pb-0">
            <span
              aria-hidden
              className="absolute top-1.5 -left-[0.4375rem] size-3 rounded-full border-2 border-surface bg-brand"
            />
            <p className="font-medium">{moveName(move.what)}</p>
            <p className="text-muted">
              {dateTime(move.at)}
              {move.reason && ` · ${move.reason}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
