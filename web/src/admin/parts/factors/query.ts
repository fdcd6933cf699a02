import { adminQuery } from '@/admin/ui/adminQuery';
import type { FactorAdded, OwnFactors } from '@/api/schema';

/** One's own second factors. */
export const query = adminQuery('/api/me/factors');

/** What changes with them. */
export const areas = ['/api/me/factors'] as const;

/** What the parts of the card need. */
export type PartProps = { factors: OwnFactors; onAdded: (added: FactorAdded) => void };
