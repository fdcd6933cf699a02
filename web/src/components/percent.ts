/** Writes `12,5%` for `12.50`, `12,5` or 12.5; exact, whatever the number of digits. */
export function percent(value: string | number): string {
  const text = String(value);
  const short = /[.,]\d+$/.test(text) ? text.replace(/[.,]?0+$/, '') : text;
  return `${short.replace('.', ',')}%`;
}

/** Reads a decimal as people type it, `12,5%` too, as text with a point; what is none stays as it was typed. */
export function decimalText(typed: string): string {
  return typed.trim().replace(/\s*%$/, '').replace(',', '.');
}
