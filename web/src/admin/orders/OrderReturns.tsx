import { useQuery } from '@tanstack/react-query';
import { adminPaths } from '@/admin/paths';
import { useHasRole } from '@/admin/roles';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Card } from '@/admin/ui/Card';
import type { AdminOrder } from '@/api/schema';
import { dateTime } from '@/dates';
import { sentence } from '@/errors';
import { number, rupiah } from '@/format';
import { ReturnBadge } from '@/components/ReturnBadge';
import { piecesOf, returnKinds } from '@/components/returns';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';

/**
 * Returned goods of a completed order, and the form to record goods that a member wants to return.
 */
export function OrderReturns({ order }: { order: AdminOrder }) {
  const completed = order.shipment_status === 'selesai';
  const packs = useHasRole('fulfilment');
  const { data, error, refetch } = useQuery({
    ...adminQuery('/api/admin/orders/{order_id}/returns', { order_id: order.order_id }),
    enabled: completed,
  });
  if (!completed) return null;
  if (!data)
    return (
      error && (
        <Problem
          text={sentence(error, 'Pengembalian gagal dimuat.')}
          onRetry={() => void refetch()}
        />
      )
    );
  const asks = data.may_ask && packs;
  if (!asks && data.returns.length === 0) return null;
  return (
    <Card title="Pengembalian">
      {data.returns.length > 0 && (
        <ul className="mt-2 divide-y divide-line text-sm">
          {data.returns.map((each) => (
            <li key={each.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <div className="min-w-0 flex-1 basis-48">
                <Link
                  to={adminPaths.return(each.id)}
                  className="font-medium text-brand underline-offset-4 hover:underline"
                >
                  {each.number}
                </Link>
                <p className="text-muted">
                  {returnKinds[each.kind]} · {number(piecesOf(each))} pcs
                  {each.kind !== 'replacement' && ` · ${rupiah(each.refund_rp)}`} ·{' '}
                  {dateTime(each.asked_at)}
                </p>
              </div>
              <ReturnBadge state={each.state} />
            </li>
          ))}
        </ul>
      )}
      {asks && (
        <Link to={adminPaths.newReturn(order.order_id)} className={buttonClass('outline', 'mt-3')}>
          Catat pengembalian
        </Link>
      )}
    </Card>
  );
}
