import {
  Ban,
  CircleCheck,
  HandCoins,
  Landmark,
  MapPin,
  Package,
  PackageX,
  PencilLine,
  ShieldCheck,
  Truck,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { useHasRole } from '@/admin/roles';
import { ReasonDialog } from '@/admin/ui/ReasonDialog';
import { refresh } from '@/api/calls';
import { sentence } from '@/errors';
import type { AdminAction, AdminOrder } from '@/api/schema';
import { save } from '@/api/save';
import { rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { useMutation } from '@/ui/useMutation';
import { AddressDialog } from './AddressDialog';
import { ParcelDialog } from './ParcelDialog';
import { RefundDialog } from './RefundDialog';
import { ReturnDialog } from './ReturnDialog';
import { TransferDialog } from './TransferDialog';
import { actionNames } from './labels';

const icons: Record<AdminAction, LucideIcon> = {
  release: ShieldCheck,
  pack: Package,
  ship: Truck,
  complete: CircleCheck,
  resi: PencilLine,
  cancel: Ban,
  refund: Undo2,
  return: PackageX,
  cash: HandCoins,
  transfer: Landmark,
  address: MapPin,
};

/** Actions that come next for an order, if there are any. */
const next: ReadonlySet<AdminAction> = new Set(['release', 'pack', 'ship', 'complete', 'cash']);

/** Actions that need the finance role. */
const ofFinance: ReadonlySet<AdminAction> = new Set(['refund', 'cash', 'transfer']);

/** Actions possible on an order now: the next one first, the others less prominent next to it. */
export function OrderActions({ order }: { order: AdminOrder }) {
  const [isFulfilment, isFinance] = [useHasRole('fulfilment'), useHasRole('finance')];
  const [asking, setAsking] = useRestoredState<AdminAction | null>('asking', null);
  const own = order.actions.filter((action) => (ofFinance.has(action) ? isFinance : isFulfilment));
  const params = { order_id: order.order_id };
  const pack = useMutation(
    async () => {
      await save('POST /api/admin/orders/{order_id}/pack', { params }, { changes: [] });
      toast('success', 'Pesanan dikemas.');
      await refresh('/api/');
    },
    (error) => {
      toast('error', sentence(error, 'Gagal diproses. Coba lagi.'));
      // Another administrator may have changed the order first, so everything is refetched.
      return refresh('/api/');
    },
  );
  if (own.length === 0) return null;
  const main = own.find((action) => next.has(action));
  const begin = (action: AdminAction) => (action === 'pack' ? pack.mutate() : setAsking(action));
  const close = () => setAsking(null);
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {own.map((action) => {
        const Icon = icons[action];
        return (
          <Button
            key={action}
            look={action === main ? 'primary' : 'outline'}
            busy={action === 'pack' && pack.isPending && 'Memproses...'}
            onClick={() => begin(action)}
          >
            <Icon aria-hidden size={18} />
            {actionNames[action]}
          </Button>
        );
      })}
      {(asking === 'ship' || asking === 'resi') && (
        <ParcelDialog order={order} correcting={asking === 'resi'} onClose={close} />
      )}
      {asking === 'release' && (
        <ConfirmDialog
          title="Setujui pesanan COD ini?"
          text={`Pesanan ${rupiah(order.total_rp)} dapat dikemas setelah ini. Nama Anda tercatat di riwayat pesanan.`}
          confirm="Ya, setujui"
          onConfirm={async () => {
            await save('POST /api/admin/orders/{order_id}/release', { params });
            toast('success', 'Pesanan disetujui.');
          }}
          onClose={close}
        />
      )}
      {asking === 'complete' && (
        <ConfirmDialog
          title="Selesaikan pesanan?"
          text={
            order.payment_status === 'refunded'
              ? 'Barangnya tetap pada pembeli, dan dananya sudah dikembalikan.'
              : order.payment_method === 'cod' && order.payment_status === 'pending'
                ? `Pembeli sudah menerima barang. Uangnya, ${rupiah(order.total_rp)}, dicatat tersendiri setelah sampai di toko${order.trial ? '.' : '; BV dibukukan saat itu.'}`
                : 'Pembeli sudah menerima barang.'
          }
          confirm="Ya, selesai"
          onConfirm={async () => {
            await save('POST /api/admin/orders/{order_id}/complete', { params });
            toast('success', 'Pesanan selesai.');
          }}
          onClose={close}
        />
      )}
      {asking === 'cash' && (
        <ConfirmDialog
          title="Uang COD sudah diterima?"
          text={`${rupiah(order.total_rp)} dari kurir sudah sampai di toko. Pesanan ini lunas dan BV-nya dibukukan.`}
          confirm="Ya, sudah diterima"
          onConfirm={async () => {
            await save('POST /api/admin/orders/{order_id}/cash', { params });
            toast('success', 'Uang COD diterima.');
          }}
          onClose={close}
        />
      )}
      {asking === 'cancel' && (
        <ReasonDialog
          title="Batalkan pesanan?"
          text="Stok dan voucher kembali, dan pembeli melihat alasannya. Pesanan tidak dapat dibuka lagi."
          confirm="Batalkan pesanan"
          onConfirm={async (reason) => {
            await save('POST /api/admin/orders/{order_id}/cancel', { params, body: { reason } });
            toast('success', 'Pesanan dibatalkan.');
          }}
          onClose={close}
        />
      )}
      {asking === 'address' && <AddressDialog order={order} onClose={close} />}
      {asking === 'transfer' && <TransferDialog order={order} onClose={close} />}
      {asking === 'return' && <ReturnDialog order={order} onClose={close} />}
      {asking === 'refund' && <RefundDialog order={order} onClose={close} />}
    </div>
  );
}
