/** How the states of a batch of bonuses and its tax are called. */
import type { Tone } from '@/ui/Badge';
import { percent } from '@/parts/percent';
import type { Payout, PayoutState } from '@/api/schema';

/** A batch's state. */
export const payoutStates: Record<PayoutState, [string, Tone]> = {
  prepared: ['Menunggu persetujuan', 'waiting'],
  approved: ['Disetujui', 'info'],
  paid: ['Dibayar', 'good'],
  cancelled: ['Dibatalkan', 'plain'],
};

/** What the tax of a payout is called: by its percentage, or by the law. */
export function taxName({ tax_method, tax_percent }: Pick<Payout, 'tax_method' | 'tax_percent'>) {
  return tax_method === 'pph21' ? 'PPh 21' : `Pajak ${percent(tax_percent)}`;
}
