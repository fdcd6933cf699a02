/** How amounts, dates and counts are written in Indonesian. */

/** `Rp 168.000`, with a space that does not break. */
export function rupiah(amount: number): string {
  return `${amount < 0 ? '-' : ''}Rp\u00a0${number(Math.round(Math.abs(amount)))}`;
}

/** `1.234` or `12,5`, with two decimals at most. Not by `Intl`: a phone takes a tenth of a second to load its tables. */
export function number(value: number): string {
  const [whole = '', decimals = ''] = value.toFixed(2).split('.');
  const fraction = decimals.replace(/0+$/, '');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, '.');
  return fraction ? `${grouped},${fraction}` : grouped;
}

/** Makes a format when it is first needed. */
function dates(locale: string, options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined;
  return (instant: Date) => {
    format ??= new Intl.DateTimeFormat(locale, { ...options, timeZone: 'Asia/Jakarta' });
    return format.format(instant);
  };
}

const longDate = dates('id-ID', { dateStyle: 'long' });
const shortDateTime = dates('id-ID', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const isoDay = dates('sv-SE', {});

/** `21 November 2026`, in Jakarta. */
export function date(instant: string): string {
  return longDate(new Date(instant));
}

/** `21 Nov 2026, 10.05 WIB`. */
export function dateTime(instant: string): string {
  return `${shortDateTime(new Date(instant))} WIB`;
}

/** Today in Jakarta as `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  return isoDay(now);
}
