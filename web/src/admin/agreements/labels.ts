import type { AgreementVersion } from '@/api/schema';
import { date } from '@/dates';

/** Names a version and its start: `Versi 2, 1 Desember 2026`. */
export function began({ version, effective_at }: AgreementVersion): string {
  return `Versi ${version}, ${effective_at ? date(effective_at) : 'sejak awal'}`;
}
