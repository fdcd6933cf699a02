import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { orderReturnsQuery } from '@/api/returns';
import type { Order, MemberReturn } from '@/api/schema';
import { sentence } from '@/errors';
import { number, rupiah } from '@/format';
import { ReturnBadge } from '@/components/ReturnBadge';
import { deadlineSentences, piecesOf, returnKinds } from '@/components/returns';
import { paths } from '@/paths';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';

/** Returns of a completed order, and the link to request another. */
export function OrderReturns({ order }: { order: Order }) {
  const completed = order.shipment_status === 'selesai';
  const { data, error, refetch } = useQuery({
    ...orderReturnsQuery(order.order_id),
    enabled: completed,
  });
  if (!completed) return null;
  // A shop that accepts no returns shows nothing about them.
  if (data && !data.may_ask && !data.why_not && data.returns.length === 0) return null;
  return (
    <section aria-labelledby="returns" className="py-5">
      <h3 id="returns" className="font-semibold">
        Pengembalian
      </h3>
      {data ? (
        <>
          {data.returns.length > 0 && (
            <ul className="mt-3 grid gap-3">
              {data.returns.map((each) => (
                <li key={each.id}>
                  <ReturnRow row={each} />
                </li>
              ))}
            </ul>
          )}
          {data.may_ask ? (
            <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
              <Link to={paths.return(order.order_id)} className={buttonClass('outline')}>
                <Undo2 aria-hidden size={16} />
                Ajukan pengembalian
              </Link>
              <ul className="text-sm text-muted">
                {deadlineSentences(data).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </div>
          ) : (
            data.why_not && <p className="mt-2 text-sm text-muted">{data.why_not}</p>
          )}
        </>
      ) : error ? (
        <div className="mt-3">
          <Problem
            text={sentence(error, 'Pengembalian gagal dimuat.')}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <Skeleton className="mt-3 h-11 w-52 rounded-full" />
      )}
    </section>
  );
}

function ReturnRow({ row }: { row: MemberReturn }) {
  return (
    <Link
      to={paths.return(row.order_id, row.id)}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-2xl border border-line px-4 py-3 text-sm hover:border-brand"
    >
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-medium">{row.number}</span>
        <span className="block text-muted">
          {returnKinds[row.kind]} · {number(piecesOf(row))} pcs
          {row.kind !== 'replacement' && ` · ${rupiah(row.refund_rp)}`}
        </span>
      </span>
      <ReturnBadge state={row.state} />
    </Link>
  );
}
