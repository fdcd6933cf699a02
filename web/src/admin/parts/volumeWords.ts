/** How business volume's states and figures are called. */
import type { PayoutState, PeriodState } from '@/api/schema';
import type { Tone } from '@/admin/ui/Badge';
import { date } from '@/format';

/** A period's state: its word, and what the word means. */
export const periodStates: Record<PeriodState, [string, Tone]> = {
  upcoming: ['Akan datang', 'info'],
  open: ['Terbuka', 'good'],
  ended: ['Menunggu dihitung', 'waiting'],
  calculated: ['Dihitung', 'plain'],
};

/** A batch's state. */
export const payoutStates: Record<PayoutState, [string, Tone]> = {
  prepared: ['Menunggu persetujuan', 'waiting'],
  approved: ['Disetujui', 'info'],
  paid: ['Dibayar', 'good'],
  cancelled: ['Dibatalkan', 'plain'],
};

/** `21 November 2026` of `2026-11-21`. */
export function day(text: string): string {
  return date(`${text}T00:00:00+07:00`);
}

/** `12,5 %` of `12.50` or 12.5. */
export function percent(value: string | number): string {
  return `${String(Number(value)).replace('.', ',')} %`;
}
