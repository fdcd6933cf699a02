/**
 * Indonesian format of dates and times, in Jakarta. It does not use `Intl`, because a phone takes a
 * tenth of a second to load its tables.
 */

const MONTHS = [
  'Januari',
  'Februari',
  'Maret',
  'April',
  'Mei',
  'Juni',
  'Juli',
  'Agustus',
  'September',
  'Oktober',
  'November',
  'Desember',
];

/**
 * Shifts an instant to the time in Jakarta, which is seven hours ahead all year; to be read by the
 * UTC methods.
 */
export function jakarta(instant: string | Date): Date {
  return new Date(new Date(instant).getTime() + 7 * 60 * 60 * 1000);
}

/** Formats a date in Jakarta: `21 November 2026`. */
export function date(instant: string): string {
  const there = jakarta(instant);
  return `${there.getUTCDate()} ${MONTHS[there.getUTCMonth()]} ${there.getUTCFullYear()}`;
}

/** Returns `November 2026` for `2026-11`. */
export function monthName(month: string): string {
  return date(`${month}-15`).slice(3);
}

/** Formats a date and time: `21 Nov 2026, 10.05 WIB`. */
export function dateTime(instant: string): string {
  const there = jakarta(instant);
  const month = MONTHS[there.getUTCMonth()]?.slice(0, 3);
  const time = there.toISOString().slice(11, 16).replace(':', '.');
  return `${there.getUTCDate()} ${month} ${there.getUTCFullYear()}, ${time} WIB`;
}

/** Returns today's date in Jakarta as `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  return jakarta(now).toISOString().slice(0, 10);
}
