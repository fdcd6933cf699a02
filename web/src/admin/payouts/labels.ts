/** Names of the states of a payout, and of its tax. */
import type { Tone } from '@/ui/Badge';
import { percent } from '@/components/percent';
import type { Payout, PayoutState } from '@/api/schema';

/** Names of a payout's states, with their tones. */
export const payoutStates: Record<PayoutState, [string, Tone]> = {
  prepared: ['Menunggu persetujuan', 'waiting'],
  approved: ['Disetujui', 'info'],
  paid: ['Dibayar', 'good'],
  cancelled: ['Dibatalkan', 'plain'],
};

/** Returns the name of the tax of a payout: by its percentage, or by the law. */
export function taxName({ tax_method, tax_percent }: Pick<Payout, 'tax_method' | 'tax_percent'>) {
  return tax_method === 'pph21' ? 'PPh 21' : `Pajak ${percent(tax_percent)}`;
}
