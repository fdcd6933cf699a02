/** `12,5 %` of `12.50` or 12.5. */
export function percent(value: string | number): string {
  return `${String(Number(value)).replace('.', ',')} %`;
}
