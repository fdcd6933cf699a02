import { number } from '@/format';

const UNITS = ['byte', 'KB', 'MB', 'GB', 'TB'];

/** Formats a size: `800 byte`, `1,5 MB`. */
export function size(bytes: number): string {
  let [value, unit] = [bytes, 0];
  // A value that would be rounded up to 1.000 uses the next unit.
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${number(Math.round(value * 10) / 10)}\u00a0${UNITS[unit]}`;
}
