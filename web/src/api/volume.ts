/** Business volume: periods, what was earned in them, by the member and by those below. */
import { queryOptions } from '@tanstack/react-query';
import { publicQuery, request } from '@/api/client';
import type { PagedList } from '@/api/pages';
import type {
  BvHistory,
  BvPeriods,
  BvReport,
  BvReportData,
  BvSummary,
  DownlineBvSummary,
  DownlineBvSummaryData,
  PeriodId,
} from '@/api/schema';

/** Every BV period, newest first. */
export const periodsQuery = {
  ...publicQuery<BvPeriods>('/api/bv-periods'),
  select: ({ data }: BvPeriods) => data,
};

/** How the member's points of a period are allocated. */
export const bvSummaryQuery = (period: PeriodId) =>
  queryOptions({
    queryKey: ['member', 'bv-summary', period],
    queryFn: ({ signal }) =>
      request<BvSummary>('GET', `/api/bv-summary?bv_period_id=${period}`, undefined, signal),
  });

/** What the member's own orders earned in a period; the orders are those that `search` finds. */
export const bvReport = (period: PeriodId, search: string): PagedList<BvReport, BvReportData> => ({
  path: '/api/bv-report',
  query: { period_id: String(period), search },
  page: ({ data }) => data,
});

/** What those below the member earned in a period. */
export const downlineBv = (
  period: PeriodId,
): PagedList<DownlineBvSummary, DownlineBvSummaryData> => ({
  path: '/api/downline-bv-summary',
  query: { period_id: String(period) },
  page: ({ data }) => data,
});

/** What those below the member earned, purchase by purchase. */
export const bvHistory: PagedList<BvHistory> = {
  path: '/api/history-bv',
  query: {},
  page: (answer) => answer,
};
