import {
  Ban,
  CircleCheck,
  CircleX,
  ClockAlert,
  Hand,
  MapPin,
  Package,
  PackageX,
  PencilLine,
  ShoppingBag,
  Truck,
  Undo2,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import type { AdminMove } from '@/api/schema';
import { dateTime } from '@/dates';
import { actorNames } from '@/admin/components/orderStates';
import { Card } from '@/admin/ui/Card';

const moves: Record<string, { icon: LucideIcon; name: string }> = {
  placed: { icon: ShoppingBag, name: 'Pesanan dibuat' },
  held: { icon: Hand, name: 'COD pertama: menunggu persetujuan' },
  released: { icon: CircleCheck, name: 'Disetujui untuk dikemas' },
  paid: { icon: Wallet, name: 'Pembayaran diterima' },
  failed: { icon: CircleX, name: 'Pembayaran gagal' },
  expired: { icon: ClockAlert, name: 'Batas waktu pembayaran terlewati' },
  cancelled: { icon: Ban, name: 'Pesanan dibatalkan' },
  refunded: { icon: Undo2, name: 'Dana dikembalikan' },
  packed: { icon: Package, name: 'Pesanan dikemas' },
  shipped: { icon: Truck, name: 'Pesanan dikirim' },
  completed: { icon: CircleCheck, name: 'Pesanan selesai' },
  returned: { icon: PackageX, name: 'Paket kembali ke toko' },
  resi: { icon: PencilLine, name: 'Nomor resi diperbaiki' },
  address: { icon: MapPin, name: 'Alamat diperbaiki' },
};

/** History of an order, with the actor and the reason of each step; oldest first. */
export function OrderTimeline({ moves: done }: { moves: AdminMove[] }) {
  return (
    <Card title="Riwayat">
      <ol className="mt-3 text-sm">
        {done.map(({ at, what, by, staff_name, reason }, index) => {
          const { icon: Icon, name } = moves[what] ?? { icon: CircleCheck, name: what };
          return (
            <li key={`${at} ${what}`} className="relative flex gap-3 pb-4 last:pb-0">
              {index < done.length - 1 && (
                <span aria-hidden className="absolute top-8 bottom-0 left-4 w-px bg-line" />
              )}
              <span className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft text-brand">
                <Icon aria-hidden size={16} />
              </span>
              <div className="min-w-0">
                <p className="font-medium">{name}</p>
                <p className="text-muted">
                  {dateTime(at)} · {staff_name ?? actorNames[by]}
                </p>
                {reason && <p className="wrap-anywhere">{reason}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
