import { today } from '@/dates';

const DAY_MS = 86_400_000;

/** The first and the last of so many days that end today in Jakarta, as `YYYY-MM-DD`. */
export function lastDays(days: number, now = new Date()): [string, string] {
  return [today(new Date(now.getTime() - (days - 1) * DAY_MS)), today(now)];
}
