import type { Order } from '@/api/schema';
import { dateTime } from '@/dates';
import { number, rupiah } from '@/format';
import { paths } from '@/paths';
import { BvBadge } from '@/components/BvBadge';
import { buttonClass } from '@/ui/buttonClass';
import { PaymentBadge } from '@/components/PaymentBadge';
import { Link } from '@/ui/Link';
import { Picture } from '@/ui/Picture';
import { OrderActions } from './OrderActions';
import { OrderReviews } from './OrderReviews';
import { bvOf, orderTitle, shipmentBar } from './status';

/** An order in the list. */
export function OrderCard({ order }: { order: Order }) {
  const [first] = order.products;
  const others = order.products.length - 1;
  return (
    <article className="overflow-hidden card">
      <div
        className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-2.5 text-sm ${shipmentBar(order.shipment_status)}`}
      >
        <span className="font-semibold">{orderTitle(order)}</span>
        <span>{dateTime(order.created_at)}</span>
      </div>
      <div className="grid gap-4 p-5">
        {first && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <div className="w-16 shrink-0">
              <Picture picture={first.picture} alt="" sizes={64} className="rounded-xl" />
            </div>
            <div className="min-w-0 flex-1">
              <p className="font-medium">{first.name}</p>
              <p className="text-sm text-muted">
                {[first.variant, `${number(first.quantity)} pcs`].filter(Boolean).join(' · ')}
              </p>
              {others > 0 && <p className="text-sm text-muted">+ {others} produk lain</p>}
            </div>
            <div className="flex items-center justify-end gap-2 max-sm:w-full sm:block sm:text-right">
              <p className="font-semibold tabular-nums">{rupiah(order.gross_amount)}</p>
              {bvOf(order) > 0 && <BvBadge bv={bvOf(order)} className="sm:mt-1" />}
            </div>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
          <div className="mr-auto min-w-0 text-sm">
            <p className="font-medium break-all">{order.order_id}</p>
            <div className="mt-1 flex">
              <PaymentBadge status={order.status} />
            </div>
          </div>
          <div className="ml-auto flex flex-wrap items-center justify-end gap-3">
            <Link to={paths.order(order.order_id)} className={buttonClass('outline')}>
              Lihat detail
            </Link>
            <OrderReviews order={order} />
            <OrderActions order={order} only={['pay', 'complete']} />
          </div>
        </div>
      </div>
    </article>
  );
}
