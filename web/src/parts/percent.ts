/** `12,5 %` of `12.50`, `12,5` or 12.5, with a space that does not break; exact, whatever the number of digits. */
export function percent(value: string | number): string {
  const text = String(value);
  const short = /[.,]\d+$/.test(text) ? text.replace(/[.,]?0+$/, '') : text;
  return `${short.replace('.', ',')}\u00a0%`;
}
