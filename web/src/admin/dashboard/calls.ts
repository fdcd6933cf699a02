/** What the first room asks the server. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '@/api/client';
import type { PeriodsSales, Sales, Setup, Today } from '@/api/schema';
import { today } from '@/format';

const DAY_MS = 86_400_000;

/** What waits for someone; asked again every minute while someone looks. */
export const dashboardQuery = queryOptions({
  queryKey: ['member', 'today'],
  queryFn: ({ signal }) => request<Today>('GET', '/api/admin/today', undefined, signal),
  staleTime: 0,
  refetchInterval: 60_000,
});

/** What a new shop still needs. */
export const setupQuery = queryOptions({
  queryKey: ['member', 'setup'],
  queryFn: ({ signal }) => request<Setup>('GET', '/api/admin/setup', undefined, signal),
  staleTime: 0,
});

/** A bar of the charts. */
export type Sold = { label: string; name: string; orders: number; sales_rp: number; bv: number };

/** What was sold on each of the last days. */
export const daysQuery = (days: number) =>
  queryOptions({
    queryKey: ['member', 'sales', days],
    queryFn: async ({ signal }): Promise<Sold[]> => {
      const [from, to] = lastDays(days);
      const path = `/api/admin/sales?from=${from}&to=${to}`;
      const { days: sold } = await request<Sales>('GET', path, undefined, signal);
      return sold.map(({ date, orders, sales_rp, bv }) => ({
        orders,
        sales_rp,
        bv,
        label: shortDay(date),
        name: longDay(date),
      }));
    },
  });

/** What was sold in each of the last periods. */
export const periodsQuery = queryOptions({
  queryKey: ['member', 'sales', 'periods'],
  queryFn: async ({ signal }): Promise<Sold[]> => {
    const path = '/api/admin/sales/periods';
    const { periods } = await request<PeriodsSales>('GET', path, undefined, signal);
    return periods.map(({ name, orders, sales_rp, bv }) => ({
      label: name,
      name,
      orders,
      sales_rp,
      bv,
    }));
  },
});

/** The first and the last of so many days that end today in Jakarta, as `YYYY-MM-DD`. */
export function lastDays(days: number, now = new Date()): [string, string] {
  return [today(new Date(now.getTime() - (days - 1) * DAY_MS)), today(now)];
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des'];

function shortDay(day: string): string {
  const [, month, date] = day.split('-').map(Number);
  return `${date} ${months[(month ?? 1) - 1]}`;
}

function longDay(day: string): string {
  return `${shortDay(day)} ${day.slice(0, 4)}`;
}
