import { today } from '@/dates';

const DAY_MS = 86_400_000;

/**
 * Returns the first and the last day of a range of `days` days that ends today in Jakarta, as
 * `YYYY-MM-DD`.
 */
export function lastDays(days: number, now = new Date()): [string, string] {
  return [today(new Date(now.getTime() - (days - 1) * DAY_MS)), today(now)];
}

/**
 * Returns the first and the last day of a month in Jakarta: of the month `ago` months before this
 * one, or of this month if `ago` is 0.
 */
export function monthDays(ago: number, now = new Date()): [string, string] {
  const [year = 0, month = 1] = today(now).split('-').map(Number);
  const day = (months: number, date: number) =>
    new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10);
  return [day(-ago, 1), day(1 - ago, 0)];
}
