/** The member's bonuses. */
import { query } from '@/api/calls';
import { list } from '@/api/pages';
import type { BonusId } from '@/api/schema';

/** All bonuses, newest period first. */
export const bonusesQuery = query('/api/bonuses/');

/** Calculated periods without a bonus, with what passed the member by, newest first. */
export const missedBonusesQuery = query('/api/bonuses/missed');

/** Lists the lines of a bonus. */
export const bonusLines = (id: BonusId) => list('/api/bonuses/{id}/lines', { id });

/** The member's rank card: their corner of the network in the open period. */
export const rankCardQuery = query('/api/rank-card');
