/** Business volume: periods, what was earned in them, by the member and by those below. */
import { publicQuery, query } from '@/api/calls';
import { list } from '@/api/pages';
import type { BvPeriods, PeriodId } from '@/api/schema';

/** Every BV period, newest first. */
export const periodsQuery = {
  ...publicQuery('/api/bv-periods'),
  select: ({ data }: BvPeriods) => data,
};

/** How the member's points of a period are allocated. */
export const bvSummaryQuery = (period: PeriodId) =>
  query('/api/bv-summary', { bv_period_id: period });

/** What the member's own orders earned in a period; the orders are those that `search` finds. */
export const bvReport = (period: PeriodId, search: string) =>
  list('/api/bv-report', { period_id: period, search }, ({ data }) => data);

/** What those below the member earned in a period. */
export const downlineBv = (period: PeriodId) =>
  list('/api/downline-bv-summary', { period_id: period }, ({ data }) => data);

/** What those below the member earned, purchase by purchase. */
export const bvHistory = list('/api/history-bv', {});
