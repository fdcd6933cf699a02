import { useQuery } from '@tanstack/react-query';
import { Printer, ReceiptText, Tag } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { OrderBadges } from '@/admin/components/OrderBadges';
import { adminPaths } from '@/admin/paths';
import { useHasRole } from '@/admin/roles';
import { Badge } from '@/ui/Badge';
import { Screen } from '@/admin/ui/Screen';
import { sentence } from '@/errors';
import type { AdminOrder } from '@/api/schema';
import { dateTime } from '@/dates';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { adminOrderQuery } from './queries';
import { ManualRefund } from './ManualRefund';
import { OrderActions } from './OrderActions';
import { Lines, Parcel, People } from './OrderFacts';
import { OrderMoney } from './OrderMoney';
import { OrderNotes } from './OrderNotes';
import { OrderProblems } from './OrderProblems';
import { OrderReturns } from './OrderReturns';
import { OrderTimeline } from './OrderTimeline';
import { Trial } from './Trial';
import { OrderTransfer } from './OrderTransfer';
import { methodName } from './labels';

const back = { to: adminPaths.orders(), label: 'Kembali ke pesanan' };

/** Page of an order: its facts, and the possible actions. */
function OrderPage() {
  const { orderId = '' } = useParams();
  const { data: order, error, refetch } = useQuery(adminOrderQuery(orderId));
  const packs = useHasRole('fulfilment');
  return (
    <Screen
      title={`Pesanan ${orderId}`}
      back={back}
      text={order ? `Dibuat ${dateTime(order.created_at)}` : '\u00a0'}
      actions={
        <>
          {packs && (
            <>
              <Link
                to={adminPaths.printOrders('slip', [orderId])}
                className={buttonClass('outline')}
              >
                <Printer aria-hidden size={18} />
                Cetak slip
              </Link>
              <Link
                to={adminPaths.printOrders('label', [orderId])}
                className={buttonClass('outline')}
              >
                <Tag aria-hidden size={18} />
                Cetak label
              </Link>
            </>
          )}
          <Link to={adminPaths.invoice(orderId)} className={buttonClass('outline')}>
            <ReceiptText aria-hidden size={18} />
            Invoice
          </Link>
        </>
      }
    >
      {error && (
        <div className="mb-5">
          <Problem text={sentence(error, 'Pesanan gagal dimuat.')} onRetry={() => void refetch()} />
        </div>
      )}
      {order ? <Content key={orderId} order={order} /> : !error && <Loading />}
    </Screen>
  );
}

function Content({ order }: { order: AdminOrder }) {
  return (
    <>
      <section aria-label="Status" className="card p-5">
        <div className="flex flex-wrap items-center gap-2">
          {order.trial && <Badge tone="info">Percobaan</Badge>}
          {order.held && <Badge tone="waiting">Menunggu persetujuan</Badge>}
          <OrderBadges shipment={order.shipment_status} payment={order.payment_status} />
          <Badge>{methodName(order.payment_method, order.transfer != null)}</Badge>
          {order.expires_at && (
            <span className="text-sm text-warn">Bayar sebelum {dateTime(order.expires_at)}</span>
          )}
        </div>
        {order.held && (
          <p className="mt-3 text-sm text-muted">
            Pembelinya belum pernah membayar pesanan yang sampai. Hubungi {order.receiver.phone},
            lalu setujui atau batalkan; sebelum itu pesanan tidak dapat dikemas.
          </p>
        )}
        <OrderActions order={order} />
        {order.trial && <Trial order={order} />}
      </section>
      <OrderProblems order={order} />
      {order.manual_refund && <ManualRefund order={order} refund={order.manual_refund} />}
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5">
          <Lines order={order} />
          <OrderReturns order={order} />
          <OrderTimeline moves={order.moves} />
          <OrderMoney order={order} />
        </div>
        <div className="grid min-w-0 gap-5">
          <OrderNotes order={order} />
          <Parcel order={order} />
          {order.transfer && <OrderTransfer transfer={order.transfer} />}
          <People order={order} />
        </div>
      </div>
    </>
  );
}

export { OrderPage as Component };
