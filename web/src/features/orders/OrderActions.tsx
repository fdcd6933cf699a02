import { useState } from 'react';
import { sentence } from '@/api/client';
import { cancelOrder, completeOrder, reopenPayment } from '@/api/orders';
import type { Order, OrderAction } from '@/api/schema';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { TextAreaField } from '@/ui/Field';
import { toast } from '@/ui/toast';

type Props = {
  order: Order;
  /** Offers these actions and no other. */
  only?: OrderAction[];
};

/** What the member may do with an order now; the server says what that is. */
export function OrderActions({ order, only }: Props) {
  const [asking, setAsking] = useState<'complete' | 'cancel' | null>(null);
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState('');
  const may = (action: OrderAction) =>
    order.actions.includes(action) && (only === undefined || only.includes(action));

  const attempt = async (work: () => Promise<unknown>, otherwise: string) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast('error', sentence(error, otherwise));
    } finally {
      setBusy(false);
      setAsking(null);
    }
  };

  const pay = () =>
    attempt(
      async () => window.location.assign(await reopenPayment(order.order_id)),
      'Halaman pembayaran gagal dibuka. Coba lagi.',
    );
  const complete = () =>
    attempt(() => completeOrder(order.order_id), 'Terjadi kesalahan saat menyelesaikan pesanan.');
  const cancel = () =>
    attempt(
      () => cancelOrder(order.order_id, reason.trim()),
      'Pesanan gagal dibatalkan. Coba lagi.',
    );

  return (
    <>
      {may('cancel') && (
        <Button look="outline" onClick={() => setAsking('cancel')}>
          Batalkan pesanan
        </Button>
      )}
      {may('pay') && (
        <Button look="action" busy={busy && 'Memproses...'} onClick={() => void pay()}>
          Bayar lagi
        </Button>
      )}
      {may('complete') && <Button onClick={() => setAsking('complete')}>Pesanan Diterima</Button>}
      {asking === 'complete' && (
        <ConfirmDialog
          title="Pesanan sudah diterima?"
          text="Pastikan semua barang sudah Anda terima dengan baik. Pesanan akan ditandai selesai."
          confirm="Ya, sudah diterima"
          busy={busy}
          onClose={() => setAsking(null)}
          onConfirm={() => void complete()}
        />
      )}
      {asking === 'cancel' && (
        <ConfirmDialog
          title="Batalkan pesanan?"
          text={
            <>
              <p className="mb-4">Pesanan yang dibatalkan tidak dapat dilanjutkan lagi.</p>
              <TextAreaField
                label="Alasan pembatalan"
                maxLength={300}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </>
          }
          confirm="Ya, batalkan"
          cancel="Kembali"
          busy={busy}
          onClose={() => setAsking(null)}
          onConfirm={() => {
            if (reason.trim() === '') toast('error', 'Tuliskan alasan pembatalan.');
            else void cancel();
          }}
        />
      )}
    </>
  );
}
