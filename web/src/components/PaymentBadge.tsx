import type { PaymentStatus } from '@/api/schema';

/** Names of the payment states. */
const names: Record<PaymentStatus, string> = {
  pending: 'menunggu',
  success: 'berhasil',
  failed: 'gagal',
  expired: 'lewat batas waktu',
  cancelled: 'dibatalkan',
  refunded: 'dikembalikan',
};

function tone(status: PaymentStatus): string {
  if (status === 'success') return 'bg-success-soft text-success';
  if (status === 'pending') return 'bg-accent-soft text-warn';
  return 'bg-danger-soft text-danger';
}

/** Badge of an order's payment state: green, yellow or red. */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  return (
    <p className={`rounded-full px-3 py-1 text-xs font-semibold ${tone(status)}`}>
      Pembayaran {names[status]}
    </p>
  );
}
