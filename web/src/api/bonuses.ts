/** The member's bonuses. */
import { query } from '@/api/calls';
import { list } from '@/api/pages';
import type { BonusId } from '@/api/schema';

/** Query of the member's bonuses, newest period first. */
export const bonusesQuery = query('/api/bonuses/');

/**
 * Query of calculated periods without a bonus, with the points that earned the member nothing,
 * newest first.
 */
export const missedBonusesQuery = query('/api/bonuses/missed');

/** Lists the lines of a bonus. */
export const bonusLines = (id: BonusId) => list('/api/bonuses/{id}/lines', { id });

/** Query of the member's rank card: their part of the network in the open period. */
export const rankCardQuery = query('/api/rank-card');
