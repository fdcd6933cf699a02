import { query as queryOf } from '@/api/calls';
import type { FactorAdded, OwnFactors } from '@/api/schema';

/** Query of the member's second factors. */
export const query = queryOf('/api/me/factors');

/** Areas that change with the factors: the first factor logs the other devices out. */
export const areas = ['/api/me/factors', '/api/sessions'] as const;

/** Props of the parts of the card. */
export type PartProps = { factors: OwnFactors; onAdded: (added: FactorAdded) => void };
