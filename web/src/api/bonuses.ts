/** The member's bonuses. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '@/api/client';
import type { PagedList } from '@/api/pages';
import type { Bonus, BonusId, BonusLines } from '@/api/schema';

/** All bonuses, newest period first. */
export const bonusesQuery = queryOptions({
  queryKey: ['member', 'bonuses'],
  queryFn: ({ signal }) => request<Bonus[]>('GET', '/api/bonuses/', undefined, signal),
});

/** What a bonus is made of. */
export const bonusLines = (id: BonusId): PagedList<BonusLines> => ({
  path: `/api/bonuses/${id}/lines`,
  query: {},
  page: (answer) => answer,
});
