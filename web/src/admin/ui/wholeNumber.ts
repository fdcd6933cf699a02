/** A whole number as people type it, with or without dots for thousands; null for nothing. */
export function wholeNumber(typed: string): number | null {
  const digits = typed.replaceAll(/[.\s]/g, '');
  return digits === '' ? null : Number(/^\d{1,15}$/.test(digits) ? digits : Number.NaN);
}
