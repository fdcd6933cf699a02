/** Wording for the states of a tax number. */
import type { Tone } from '@/ui/Badge';
import type { TaxNumber } from '@/api/schema';

/** Words for the states of a tax number, with their tones. */
export const numberStates: Record<TaxNumber['state'], [word: string, tone: Tone]> = {
  missing: ['Belum ada', 'waiting'],
  unchecked: ['Belum diperiksa', 'waiting'],
  validated: ['Tervalidasi', 'good'],
  rejected: ['Ditolak', 'bad'],
};
