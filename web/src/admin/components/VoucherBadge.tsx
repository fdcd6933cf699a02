import { Badge, type Tone } from '@/ui/Badge';
import type { VoucherStatus } from '@/api/schema';

/** Names of voucher states. */
export const voucherStatuses: Record<VoucherStatus, string> = {
  running: 'Berjalan',
  upcoming: 'Akan datang',
  ended: 'Berakhir',
  used_up: 'Habis',
};

const tones: Record<VoucherStatus, Tone> = {
  running: 'good',
  upcoming: 'info',
  ended: 'plain',
  used_up: 'waiting',
};

/** Badge of a voucher's state. */
export function VoucherBadge({ status }: { status: VoucherStatus }) {
  return <Badge tone={tones[status]}>{voucherStatuses[status]}</Badge>;
}
