/** Percentages as people type them. */
import { ApiError } from '@/errors';
import { plain } from '@/fold';

/**
 * Checks the fields of a form that hold percentages, such as `12,5` or `12.5 %`; other text is
 * refused by field, as by the server.
 */
export function percents(draft: Record<string, unknown>, names: Record<string, string>): void {
  const wrong = Object.entries(names)
    .filter(([field]) => !/^\d{1,3}([.,]\d{1,2})? *%?$/.test(plain(String(draft[field])).trim()))
    .map(([field, label]) => ({
      field,
      message: `${label} harus 0 sampai 100 persen, paling banyak dua desimal.`,
    }));
  const [first] = wrong;
  if (first) throw new ApiError(first.message, 422, 'invalid_field', true, { fields: wrong });
}
