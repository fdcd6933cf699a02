/** Queries of the dashboard. */
import { lastDays } from '@/admin/components/days';
import { query } from '@/api/calls';
import type { PeriodsSales, Sales } from '@/api/schema';

/** Sales of one day or period; each is a bar of the sales charts. */
export type Sold = { label: string; name: string; orders: number; sales_rp: number; bv: number };

/** Queries the sales of each of the last days. */
export function daysQuery(days: number) {
  const [from, to] = lastDays(days);
  return {
    ...query('/api/admin/sales', { from, to }),
    select: ({ days: sold }: Sales): Sold[] =>
      sold.map(({ date, ...day }) => ({ ...day, label: shortDay(date), name: longDay(date) })),
  };
}

/** Query of the sales in each of the last periods. */
export const periodsQuery = {
  ...query('/api/admin/sales/periods'),
  select: ({ periods }: PeriodsSales): Sold[] =>
    periods.map(({ name, orders, sales_rp, bv }) => ({ label: name, name, orders, sales_rp, bv })),
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des'];

function shortDay(day: string): string {
  const [, month, date] = day.split('-').map(Number);
  return `${date} ${months[(month ?? 1) - 1]}`;
}

function longDay(day: string): string {
  return `${shortDay(day)} ${day.slice(0, 4)}`;
}
