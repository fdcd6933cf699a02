import { ReasonDialog } from '@/admin/ui/ReasonDialog';
import type { AdminOrder } from '@/api/schema';
import { save } from '@/api/save';
import { rupiah } from '@/format';
import { Checkbox } from '@/ui/Checkbox';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';

/** Notes on goods that have left the shop, by shipment status. */
const effects: Partial<Record<AdminOrder['shipment_status'], string>> = {
  dikirim:
    'Barangnya sudah dikirim: catat “Paket kembali” setelah paketnya tiba, atau selesaikan pesanan bila barangnya tetap pada pembeli.',
  selesai: 'Barangnya sudah diterima: stok tidak bertambah.',
};

/** Refunds an order: by the provider, or manually, which another administrator must approve. */
export function RefundDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const online = order.payment_method === 'online' && !order.transfer;
  const [manual, setManual] = useRestoredState('refund.manual', !online);
  // A trial order needs only one person, as does an order without an amount to refund.
  const byTwo = manual && !order.trial && order.refund_rp !== 0;
  return (
    <ReasonDialog
      title="Kembalikan dana?"
      text={
        <>
          {rupiah(order.refund_rp ?? 0)} kembali kepada pembeli
          {order.trial ? '.' : ', dan BV pesanan ini dikurangkan.'}{' '}
          {effects[order.shipment_status] ?? 'Stok dan voucher kembali, dan pesanan dibatalkan.'}
          {byTwo && ' Pengelola lain mengirim dananya, lalu menyetujuinya.'}
        </>
      }
      confirm={byTwo ? 'Siapkan pengembalian' : 'Kembalikan dana'}
      onConfirm={async (reason) => {
        const params = { order_id: order.order_id };
        const body = { reason, manual };
        const { message } = await save('POST /api/admin/orders/{order_id}/refund', {
          params,
          body,
        });
        toast('success', message);
      }}
      onClose={onClose}
    >
      {online ? (
        <label className="mb-4 flex min-h-11 items-start gap-3 text-sm">
          <Checkbox
            checked={manual}
            onChange={(event) => setManual(event.target.checked)}
            className="mt-0.5"
          />
          <span>
            Kembalikan dana secara manual
            <span className="block text-muted">
              Penyedia pembayaran hanya ditanya, tidak diminta mengembalikannya. Pilih ini bila cara
              bayarnya tidak dapat dikembalikan oleh penyedia, misalnya virtual account.
            </span>
          </span>
        </label>
      ) : (
        <p className="mb-4 text-sm text-muted">
          {order.transfer ? 'Dibayar lewat transfer bank' : 'Pesanan COD'}: uangnya dikembalikan
          sendiri.
        </p>
      )}
    </ReasonDialog>
  );
}
