/** Business volume: periods, and the points earned in them by the member and the downline. */
import { publicQuery, query } from '@/api/calls';
import { list } from '@/api/pages';
import type { BvPeriods, PeriodId } from '@/api/schema';

/** Query of every BV period, newest first. */
export const periodsQuery = {
  ...publicQuery('/api/bv-periods'),
  select: ({ data }: BvPeriods) => data,
};

/** Queries the allocation of the member's points of a period. */
export const bvSummaryQuery = (period: PeriodId) =>
  query('/api/bv-summary', { bv_period_id: period });

/**
 * Lists the points that the member's own orders earned in a period; limited to the orders that
 * `search` finds.
 */
export const bvReport = (period: PeriodId, search: string) =>
  list('/api/bv-report', { period_id: period, search }, ({ data }) => data);

/** Lists the points that the member's downline earned in a period. */
export const downlineBv = (period: PeriodId) =>
  list('/api/downline-bv-summary', { period_id: period }, ({ data }) => data);

/** Lists the points that the member's downline earned, purchase by purchase. */
export const bvHistory = list('/api/history-bv', {});
