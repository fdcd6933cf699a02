/** How amounts, dates and counts are written in Indonesian. */

const rupiahFormat = new Intl.NumberFormat('id-ID', {
  style: 'currency',
  currency: 'IDR',
  minimumFractionDigits: 0,
  maximumFractionDigits: 0,
});

/** `Rp 168.000`, with a space that does not break. */
export function rupiah(amount: number): string {
  return rupiahFormat.format(amount);
}

const numberFormat = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 2 });

/** `1.234` or `12,5`. */
export function number(value: number): string {
  return numberFormat.format(value);
}

const dateFormat = new Intl.DateTimeFormat('id-ID', {
  dateStyle: 'long',
  timeZone: 'Asia/Jakarta',
});

/** `21 November 2026`, in Jakarta. */
export function date(instant: string): string {
  return dateFormat.format(new Date(instant));
}

const dateTimeFormat = new Intl.DateTimeFormat('id-ID', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Jakarta',
});

/** `21 Nov 2026, 10.05 WIB`. */
export function dateTime(instant: string): string {
  return `${dateTimeFormat.format(new Date(instant))} WIB`;
}

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Jakarta' });

/** Today in Jakarta as `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  return dayFormat.format(now);
}
