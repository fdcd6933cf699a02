import { ReasonDialog } from '@/admin/ui/ReasonDialog';
import type { AdminOrder } from '@/api/schema';
import { save } from '@/api/save';
import { Checkbox } from '@/ui/Checkbox';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';

/** Records that a parcel came back to the shop, and whether its goods can be sold again. */
export function ReturnDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const [damaged, setDamaged] = useRestoredState('return.damaged', false);
  const unpaid = order.payment_status === 'pending';
  return (
    <ReasonDialog
      title="Paket kembali?"
      text={
        unpaid
          ? 'Paket COD ini tidak dibayar. Pesanan dibatalkan tanpa pembayaran, voucher kembali, dan pembeli melihat alasannya.'
          : 'Dana pesanan ini sudah dikembalikan. Pesanan dibatalkan, dan pembeli melihat alasannya.'
      }
      confirm="Catat paket kembali"
      onConfirm={async (reason) => {
        await save('POST /api/admin/orders/{order_id}/return', {
          params: { order_id: order.order_id },
          body: { reason, damaged },
        });
        toast('success', 'Paket dicatat kembali.');
      }}
      onClose={onClose}
    >
      <label className="mb-4 flex min-h-11 items-start gap-3 text-sm">
        <Checkbox
          checked={damaged}
          onChange={(event) => setDamaged(event.target.checked)}
          className="mt-0.5"
        />
        <span>
          Barang rusak atau hilang
          <span className="block text-muted">
            Stok tidak bertambah. Tanpa ini, barangnya kembali ke stok dan dapat dijual lagi.
          </span>
        </span>
      </label>
    </ReasonDialog>
  );
}
