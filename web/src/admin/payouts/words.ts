/** How the states of a batch of bonuses are called. */
import type { Tone } from '@/admin/ui/Badge';
import type { PayoutState } from '@/api/schema';

/** A batch's state. */
export const payoutStates: Record<PayoutState, [string, Tone]> = {
  prepared: ['Menunggu persetujuan', 'waiting'],
  approved: ['Disetujui', 'info'],
  paid: ['Dibayar', 'good'],
  cancelled: ['Dibatalkan', 'plain'],
};
