/** Writes `12,5%` for `12.50`, `12,5` or 12.5; exact, whatever the number of digits. */
export function percent(value: string | number): string {
  const text = String(value);
  const short = /[.,]\d+$/.test(text) ? text.replace(/[.,]?0+$/, '') : text;
  return `${short.replace('.', ',')}%`;
}

/** Converts a typed decimal, `12,5%` too, to text with a point; other text stays as typed. */
export function decimalText(typed: string): string {
  return typed.trim().replace(/\s*%$/, '').replace(',', '.');
}
