import { Printer } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '@/api/accounts';
import { query } from '@/api/calls';
import { orderReturnsQuery } from '@/api/returns';
import type { Order } from '@/api/schema';
import { Invoice } from '@/components/Invoice';
import { sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { paymentMethodName } from './status';

/** Invoice of a member's own order, to print or to save as a PDF. */
export default function OrderInvoice({ order }: { order: Order }) {
  const me = useMe().data;
  const completed = order.shipment_status === 'selesai';
  const returned = useQuery({ ...orderReturnsQuery(order.order_id), enabled: completed });
  const seller = useQuery(query('/api/seller'));
  // The invoice would be wrong without the returned goods.
  const returns = completed ? returned.data?.returns : [];
  if (!returns || !seller.data) {
    const failed = [returned, seller].filter(({ isError, data }) => isError && !data);
    return failed[0] ? (
      <Problem
        text={sentence(failed[0].error, 'Data invoice gagal dimuat.')}
        onRetry={() => failed.forEach((each) => void each.refetch())}
      />
    ) : (
      <Loading />
    );
  }
  return (
    <div className="grid gap-4">
      <Invoice
        bill={{
          number: order.order_id,
          placed: order.created_at,
          buyer: me ? `${me.name} (${me.uid})` : '',
          receiver: order.receiver_name,
          phone: order.receiver_phone,
          address: order.receiver_address,
          method: paymentMethodName(order),
          payment: order.status,
          courier: order.shipping_method,
          lines: order.products,
          subtotal: order.subtotal,
          voucher: order.voucher_code,
          discount: order.discount_amount,
          shipping: order.shipping_cost,
          total: order.gross_amount,
          vat: order.vat_rp,
          returns,
          seller: seller.data,
        }}
      />
      <div className="flex justify-end print:hidden">
        <Button onClick={() => window.print()}>
          <Printer aria-hidden size={18} />
          Cetak atau simpan PDF
        </Button>
      </div>
    </div>
  );
}
