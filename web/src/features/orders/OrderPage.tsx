import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { plansQuery } from '@/api/accounts';
import { ApiError } from '@/errors';
import { orderQuery } from '@/api/orders';
import type { Order } from '@/api/schema';
import { dateTime } from '@/dates';
import { rupiah } from '@/format';
import { paths } from '@/paths';
import { BackLink } from '@/ui/BackLink';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { PaymentBadge } from '@/components/PaymentBadge';
import { neededPart } from '@/ui/neededPart';
import { useAddressParams } from '@/ui/useAddressParams';
import { useTitle } from '@/ui/useTitle';
import { OrderActions } from './OrderActions';
import { Fact, OrderLines, OrderSummary } from './OrderParts';
import { OrderReturns } from './OrderReturns';
import { OrderTimeline } from './OrderTimeline';
import { OrderTracking } from './OrderTracking';
import { cashNote, orderTitle, paymentMethodName, shipmentBar } from './status';

const OrderInvoice = neededPart(() => import('./OrderInvoice'));

/** Page of one order with all its known data. */
function OrderPage() {
  useTitle('Detail pesanan');
  const { orderId = '' } = useParams();
  const { data, error } = useQuery(orderQuery(orderId));
  const missing = error instanceof ApiError && error.status === 404;
  const invoice = useAddressParams().has('invoice');
  return (
    <div className="page max-w-3xl py-6 sm:py-10 print:p-0">
      <div className="flex items-center gap-2 print:hidden">
        {invoice ? (
          <BackLink to={paths.order(orderId)} label="Kembali ke detail pesanan" />
        ) : (
          <BackLink to={paths.orders()} label="Kembali ke pesanan saya" />
        )}
        <h1 className="font-display text-3xl font-semibold">
          {invoice ? 'Invoice' : 'Detail pesanan'}
        </h1>
      </div>
      <div className="mt-6">
        {data && invoice ? (
          <OrderInvoice order={data} />
        ) : data ? (
          <Details key={data.order_id} order={data} />
        ) : missing ? (
          <Empty icon={FileQuestion} title="Tidak ada data ditemukan">
            <Link to={paths.orders()} className={buttonClass('outline')}>
              Pesanan saya
            </Link>
          </Empty>
        ) : error ? (
          <Empty
            icon={FileQuestion}
            title="Oops! Ada masalah"
            text={
              error instanceof ApiError && error.status === 0
                ? error.message
                : 'Gagal mengambil detail pesanan. Silakan coba lagi nanti.'
            }
          >
            <Link to={paths.orders()} className={buttonClass()}>
              Coba Lagi
            </Link>
          </Empty>
        ) : (
          <Loading />
        )}
      </div>
    </div>
  );
}

function Details({ order }: { order: Order }) {
  const plans = useQuery(plansQuery).data;
  const plan = plans?.find(({ id }) => id === order.id_plan)?.name ?? `Plan ${order.id_plan}`;
  const note = cashNote(order);
  return (
    <div className="overflow-hidden card">
      <div
        className={`flex flex-wrap items-baseline justify-between gap-x-4 px-5 py-4 sm:px-6 ${shipmentBar(order.shipment_status)}`}
      >
        <h2 className="font-display text-xl font-semibold">{orderTitle(order)}</h2>
        {order.actions.includes('pay') && order.expires_at && (
          <p className="text-sm">Bayar sebelum {dateTime(order.expires_at)}</p>
        )}
      </div>
      <div className="divide-y divide-line px-5 sm:px-6">
        <div className="grid gap-6 py-5 sm:grid-cols-2">
          <Section title="Pengiriman">
            <Fact name="Metode">{order.shipping_method}</Fact>
            <Fact name="No. resi">{order.resi ?? '-'}</Fact>
            <Fact name="Ongkos kirim">{rupiah(order.shipping_cost)}</Fact>
            <Fact name="Penerima">{order.receiver_name}</Fact>
            <Fact name="No. HP">{order.receiver_phone}</Fact>
            <Fact name="Alamat">{order.receiver_address}</Fact>
          </Section>
          <Section title="Pembayaran">
            <Fact name="No. pesanan">{order.order_id}</Fact>
            <Fact name="Tanggal">{dateTime(order.created_at)}</Fact>
            <Fact name="Metode">{paymentMethodName(order)}</Fact>
            <div className="mt-2 justify-self-start">
              <PaymentBadge status={order.status} />
            </div>
            {note && <p className="mt-1 text-muted">{note}</p>}
            <Link
              to="?invoice"
              className="inline-flex min-h-11 items-center justify-self-start text-brand underline underline-offset-4"
            >
              Lihat invoice
            </Link>
          </Section>
        </div>
        {order.resi && <OrderTracking order={order} />}
        <OrderLines order={order} />
        <OrderSummary order={order} plan={plan} />
        <OrderTimeline moves={order.moves} />
        <OrderReturns order={order} />
        {order.actions.length > 0 && (
          <div className="flex flex-wrap justify-end gap-3 py-5">
            <OrderActions order={order} />
          </div>
        )}
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <div className="grid gap-1.5 text-sm">{children}</div>
    </section>
  );
}

export { OrderPage as Component };
