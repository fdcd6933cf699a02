import { OrderBadges } from '@/admin/components/OrderBadges';
import { adminPaths } from '@/admin/paths';
import type { ListedReturn, Order } from '@/api/schema';
import { dateTime } from '@/dates';
import { number, rupiah } from '@/format';
import { ReturnBadge } from '@/components/ReturnBadge';
import { returnKinds } from '@/components/returns';
import { Link } from '@/ui/Link';
import { Nothing, Part } from './Part';

/** Lists the goods, in one line. */
function goods({ products }: Order): string {
  return products.map(({ quantity, name }) => `${number(quantity)} × ${name}`).join(', ');
}

/** Newest orders and their states. */
export function Orders({ orders }: { orders: Order[] }) {
  return (
    <Part id="orders" title="Pesanan terakhir">
      {orders.length === 0 ? (
        <Nothing>Belum pernah memesan.</Nothing>
      ) : (
        <ul className="grid divide-y divide-line text-sm">
          {orders.map((order) => (
            <li key={order.order_id} className="flex flex-wrap gap-x-4 gap-y-1 py-2.5">
              <span className="min-w-0 flex-1 basis-40">
                <Link
                  to={adminPaths.order(order.order_id)}
                  className="font-medium whitespace-nowrap text-brand hover:underline"
                >
                  {order.order_id}
                </Link>
                <span className="block text-xs text-muted">{dateTime(order.created_at)}</span>
              </span>
              <span className="flex flex-wrap items-start gap-1">
                <OrderBadges shipment={order.shipment_status} payment={order.status} />
              </span>
              <span className="ml-auto text-right tabular-nums">
                {rupiah(order.gross_amount)}
                <span className="block text-xs text-muted">{number(order.total_bv)} BV</span>
              </span>
              <span className="min-w-0 basis-full wrap-anywhere">
                {goods(order)}
                <span className="block text-xs text-muted">
                  {order.shipping_method}
                  {order.resi && ` · Resi ${order.resi}`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** The newest returns. */
export function Returns({ returns }: { returns: ListedReturn[] }) {
  return (
    <Part id="returns" title="Pengembalian">
      {returns.length === 0 ? (
        <Nothing>Belum pernah mengembalikan barang.</Nothing>
      ) : (
        <ul className="grid divide-y divide-line text-sm">
          {returns.map((shown) => (
            <li key={shown.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
              <span className="flex-1 basis-40">
                <Link
                  to={adminPaths.return(shown.id)}
                  className="font-medium whitespace-nowrap text-brand hover:underline"
                >
                  {shown.number}
                </Link>
                <span className="block text-xs text-muted">{dateTime(shown.asked_at)}</span>
              </span>
              <ReturnBadge state={shown.state} />
              <span className="ml-auto text-right">
                {returnKinds[shown.kind]}
                <span className="block text-xs text-muted tabular-nums">
                  {number(shown.pieces)} pcs
                  {shown.refund_rp > 0 && ` · ${rupiah(shown.refund_rp)}`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
