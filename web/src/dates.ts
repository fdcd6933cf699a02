/**
 * Indonesian format of dates and times, in Jakarta. Not by `Intl`: a phone takes a tenth of a second to load its
 * tables.
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
 * Shifts an instant to the time in Jakarta, which is seven hours ahead all year: to be read by the methods named after
 * UTC.
 */
export function jakarta(instant: string | Date): Date {
  return new Date(new Date(instant).getTime() + 7 * 60 * 60 * 1000);
}

/** `21 November 2026`, in Jakarta. */
export function date(instant: string): string {
  const there = jakarta(instant);
  return `${there.getUTCDate()} ${MONTHS[there.getUTCMonth()]} ${there.getUTCFullYear()}`;
}

/** `November 2026` for `2026-11`. */
export function monthName(month: string): string {
  return date(`${month}-15`).slice(3);
}

/** `21 Nov 2026, 10.05 WIB`. */
export function dateTime(instant: string): string {
  const there = jakarta(instant);
  const month = MONTHS[there.getUTCMonth()]?.slice(0, 3);
  const time = there.toISOString().slice(11, 16).replace(':', '.');
  return `${there.getUTCDate()} ${month} ${there.getUTCFullYear()}, ${time} WIB`;
}

/** Today in Jakarta as `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  return jakarta(now).toISOString().slice(0, 10);
}
