/**
 * Indonesian format of amounts and counts. It does not use `Intl`: a phone takes a tenth of a
 * second to load its tables.
 */

/** Returns a text such as `Rp 168.000`, with a non-breaking space. */
export function rupiah(amount: number): string {
  return `${amount < 0 ? '-' : ''}Rp\u00a0${number(Math.round(Math.abs(amount)))}`;
}

/** Returns a text such as `1.234` or `12,5`, with two decimals at most. */
export function number(value: number): string {
  const [whole = '', decimals = ''] = value.toFixed(2).split('.');
  const fraction = decimals.replace(/0+$/, '');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, '.');
  return fraction ? `${grouped},${fraction}` : grouped;
}
