import { query as queryOf } from '@/api/calls';
import type { FactorAdded, OwnFactors } from '@/api/schema';

/** One's own second factors. */
export const query = queryOf('/api/me/factors');

/** What changes with them: with the first, the other devices are logged out. */
export const areas = ['/api/me/factors', '/api/sessions'] as const;

/** What the parts of the card need. */
export type PartProps = { factors: OwnFactors; onAdded: (added: FactorAdded) => void };
