import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Screen } from '@/admin/ui/Screen';
import type { AdminOrder } from '@/api/schema';
import { sentence } from '@/errors';
import { Invoice, type Bill } from '@/components/Invoice';
import { Button } from '@/ui/Button';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { adminOrderQuery } from './queries';
import { methodName } from './labels';

/** An order's invoice, for printing or saving as a PDF. */
function BillPage() {
  const { id: orderId = '' } = useParams();
  const { data, error, refetch } = useQuery(adminOrderQuery(orderId));
  const completed = data?.shipment_status === 'selesai';
  const returned = useQuery({
    ...adminQuery('/api/admin/orders/{order_id}/returns', { order_id: orderId }),
    enabled: completed,
  });
  const seller = useQuery(adminQuery('/api/seller'));
  // Without the returned goods, the invoice would be wrong.
  const returns = completed ? returned.data?.returns : [];
  const failure = error ?? returned.error ?? seller.error;
  const ask = () =>
    void Promise.all([refetch(), seller.refetch(), completed && returned.refetch()]);
  return (
    <Screen
      title="Invoice"
      back={{ to: adminPaths.order(orderId), label: 'Kembali ke pesanan' }}
      text={`Pesanan ${orderId}`}
      actions={
        <Button onClick={() => window.print()} disabled={!data || !returns || !seller.data}>
          <Printer aria-hidden size={18} />
          Cetak atau simpan PDF
        </Button>
      }
    >
      {data && returns && seller.data ? (
        <div className="mx-auto max-w-[210mm]">
          <Invoice bill={billOf(data, returns, seller.data)} />
        </div>
      ) : failure ? (
        <Problem text={sentence(failure, 'Data gagal dimuat.')} onRetry={ask} />
      ) : (
        <Loading />
      )}
    </Screen>
  );
}

function billOf(order: AdminOrder, returns: Bill['returns'], seller: Bill['seller']): Bill {
  return {
    number: order.order_id,
    placed: order.created_at,
    buyer: `${order.member.name} (${order.member.uid})`,
    receiver: order.receiver.name,
    phone: order.receiver.phone,
    address: order.receiver.address,
    method: methodName(order.payment_method, order.transfer != null),
    payment: order.payment_status,
    courier: order.courier,
    lines: order.lines.map((line) => ({ ...line, price: line.price_rp, total: line.total_rp })),
    subtotal: order.subtotal_rp,
    voucher: order.voucher_code,
    discount: order.discount_rp,
    shipping: order.shipping_cost_rp,
    total: order.total_rp,
    vat: order.vat_rp,
    returns,
    seller,
  };
}

export { BillPage as Component };
