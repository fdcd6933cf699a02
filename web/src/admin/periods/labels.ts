/** Labels of periods and their days. */
import type { Tone } from '@/ui/Badge';
import type { PeriodState } from '@/api/schema';
import { date } from '@/dates';

/** Names of a period's states, with their tones. */
export const periodStates: Record<PeriodState, [string, Tone]> = {
  upcoming: ['Akan datang', 'info'],
  open: ['Terbuka', 'good'],
  ended: ['Menunggu dihitung', 'waiting'],
  calculated: ['Dihitung', 'plain'],
};

/** Formats `2026-11-21` as `21 November 2026`. */
export function day(text: string): string {
  return date(`${text}T00:00:00+07:00`);
}
