/** Percentages as people type them. */
import { decimalText } from '@/components/percent';
import { plain } from '@/fold';
import { refuseFields } from '@/fieldErrors';

/**
 * Checks the fields of a form that hold percentages, such as `12,5` or `12.5 %`. Throws an error by
 * field for other text, in the server's form.
 */
export function percents(draft: Record<string, unknown>, names: Record<string, string>): void {
  const wrong = Object.entries(names).flatMap(([field, label]) => {
    const text = decimalText(plain(String(draft[field])));
    if (/^\d{1,3}(\.\d{1,2}0*)?$/.test(text)) return [];
    const rule =
      text === '' ? 'wajib diisi' : 'harus 0 sampai 100 persen, paling banyak dua desimal';
    return [{ field, message: `${label} ${rule}.` }];
  });
  refuseFields(wrong);
}
