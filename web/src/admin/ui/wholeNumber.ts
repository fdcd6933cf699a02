/** Whole numbers as people type them. */
import { plain } from '@/fold';
import { number } from '@/format';
import { refuseFields } from '@/fieldErrors';

/**
 * Parses a whole number as people type it: `150000`, `150.000`, `Rp 150.000` or `Rp150.000,-`,
 * which the server's reader of files accepts, too. Returns null for empty text, and `NaN` for text
 * that is not a whole number, such as `1,5` or `1.50`; a minus is preserved.
 */
export function wholeNumber(typed: string): number | null {
  const text = plain(typed).replaceAll(/\s/g, ' ').trim().toLowerCase();
  if (text === '') return null;
  const [, sign, digits] =
    /^(-?) *(?:(?:rp\.?|idr) *)?(\d{1,15}|\d{1,3}(?:[. ']\d{3}){1,4})(?:,(?:-|00?))?$/.exec(text) ??
    [];
  return digits ? Number(`${sign}${digits.replaceAll(/\D/g, '')}`) : Number.NaN;
}

/**
 * Formats a typed number with a dot between its thousands; text that is not a whole number stays
 * unchanged.
 */
export function dotted(typed: string): string {
  const value = wholeNumber(typed);
  return value === null || Number.isNaN(value) ? typed : number(value);
}

/**
 * Reads the fields of a form that hold whole numbers; other text is refused by field, as by the
 * server.
 */
export function wholeNumbers<Name extends string>(
  draft: Record<NoInfer<Name>, string>,
  names: Record<Name, string>,
): Record<Name, number | null> {
  const wrong: { field: string; message: string }[] = [];
  const read = Object.entries<string>(names).map(([field, label]) => {
    const value = wholeNumber(draft[field as Name]);
    if (Number.isNaN(value))
      wrong.push({ field, message: `${label} harus angka bulat tanpa koma.` });
    return [field, value];
  });
  refuseFields(wrong);
  return Object.fromEntries(read) as Record<Name, number | null>;
}

/** Reads the fields of a form like `wholeNumbers`; empty text is refused, too. */
export function requiredNumbers<Name extends string>(
  draft: Record<NoInfer<Name>, string>,
  names: Record<Name, string>,
): Record<Name, number> {
  const empty = Object.entries<string>(names).filter(
    ([field]) => wholeNumber(draft[field as Name]) === null,
  );
  refuseFields(empty.map(([field, label]) => ({ field, message: `${label} wajib diisi.` })));
  return wholeNumbers(draft, names) as Record<Name, number>;
}
