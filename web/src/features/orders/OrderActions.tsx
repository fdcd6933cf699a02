import { useRef, useState } from 'react';
import { cancelOrder, completeOrder } from '@/api/orders';
import type { Order, OrderAction } from '@/api/schema';
import { PayButton } from '@/components/PayButton';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { TextAreaField } from '@/ui/Field';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';

/**
 * Duration of the message on an order's outcome, in milliseconds: its card may have left the list
 * by then.
 */
const READ = 6000;

type Props = {
  order: Order;
  /** Limits the offered actions to these. */
  only?: OrderAction[];
};

/** Actions that the member can take on an order now; the server decides which. */
export function OrderActions({ order, only }: Props) {
  const [asking, setAsking] = useRestoredState<'complete' | 'cancel' | null>(
    `${order.order_id}.asking`,
    null,
  );
  const [reason, setReason] = useRestoredState(`${order.order_id}.reason`, '');
  const [refused, setRefused] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const may = (action: OrderAction) =>
    order.actions.includes(action) && (only === undefined || only.includes(action));
  const cancel = async () => {
    await cancelOrder(order.order_id, reason.trim());
    toast('success', 'Berhasil!', 'Pesanan Anda dibatalkan.', READ);
  };

  return (
    <>
      {may('cancel') && (
        <Button
          look="outline"
          onClick={() => {
            setRefused(undefined);
            setAsking('cancel');
          }}
        >
          Batalkan pesanan
        </Button>
      )}
      {may('pay') && <PayButton orderId={order.order_id} />}
      {may('complete') && <Button onClick={() => setAsking('complete')}>Pesanan Diterima</Button>}
      {asking === 'complete' && (
        <ConfirmDialog
          title="Pesanan sudah diterima?"
          text="Pastikan semua barang sudah Anda terima dengan baik. Pesanan akan ditandai selesai."
          confirm="Ya, sudah diterima"
          failed="Terjadi kesalahan saat menyelesaikan pesanan."
          onClose={() => setAsking(null)}
          onConfirm={async () => {
            await completeOrder(order.order_id);
            const now = 'Pesanan ditandai selesai. Anda dapat memberi ulasan.';
            toast('success', 'Berhasil!', now, READ);
          }}
        />
      )}
      {asking === 'cancel' && (
        <ConfirmDialog
          title="Batalkan pesanan?"
          text="Pesanan yang dibatalkan tidak dapat dilanjutkan lagi."
          confirm="Ya, batalkan"
          cancel="Kembali"
          failed="Pesanan gagal dibatalkan. Coba lagi."
          onClose={() => setAsking(null)}
          onConfirm={() => {
            if (reason.trim()) return cancel();
            setRefused('Tuliskan alasan pembatalan.');
            field.current?.focus();
            return false;
          }}
        >
          <TextAreaField
            ref={field}
            label="Alasan pembatalan"
            maxLength={300}
            value={reason}
            error={refused}
            onChange={(event) => {
              setReason(event.target.value);
              setRefused(undefined);
            }}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
