/** Change of many products, as typed. */
import { refused } from '@/fieldErrors';
import { requiredNumbers } from '@/admin/ui/wholeNumber';
import type { AmountForm, BulkChange } from '@/api/schema';
import { decimalText } from '@/components/percent';

/** Ways to change a number, in everyday words. */
export const amountKinds = [
  ['set', 'Menjadi'],
  ['up', 'Naik sebesar'],
  ['down', 'Turun sebesar'],
  ['up_percent', 'Naik sekian persen'],
  ['down_percent', 'Turun sekian persen'],
] as const;

type AmountDraft = { kind: string; typed: string; step: string };

/** Typed values; `null` for a field that is not changed. */
export type BulkDraft = {
  price_rp: AmountDraft | null;
  bv: AmountDraft | null;
  category_id: string | null;
  min_order: string | null;
  weight_gr: string | null;
  shelf: string | null;
  status: string | null;
};

/** Values that change no field. */
export const nothing: BulkDraft = {
  price_rp: null,
  bv: null,
  category_id: null,
  min_order: null,
  weight_gr: null,
  shelf: null,
  status: null,
};

/** Initial value of each field once it is to be changed. */
export const begun: { [Field in keyof BulkDraft]: NonNullable<BulkDraft[Field]> } = {
  price_rp: { kind: 'up_percent', typed: '', step: '100' },
  bv: { kind: 'set', typed: '', step: '1' },
  category_id: '',
  min_order: '',
  weight_gr: '',
  shelf: '',
  status: 'archived',
};

/** Whether a number is changed by percent. */
export const isPercent = (kind: string) => kind.endsWith('_percent');

function whole<Field extends string>(field: Field, label: string, typed: string): number {
  const of = (text: string) => ({ [field]: text }) as Record<Field, string>;
  return requiredNumbers(of(typed), of(label))[field];
}

function amount(field: string, label: string, { kind, typed, step }: AmountDraft): AmountForm {
  const sign = kind.startsWith('down') ? '-' : '';
  if (isPercent(kind)) {
    const percent = decimalText(typed);
    if (!/^\d/.test(percent)) throw refused(field, 'Tuliskan persennya, misalnya 7,5.');
    return { kind: 'percent', percent: `${sign}${percent}`, step: Number(step) };
  }
  const value = whole(field, label, typed);
  if (kind === 'set') return { kind: 'set', amount: value };
  if (value <= 0) throw refused(field, 'Tuliskan angka lebih dari 0.');
  return { kind: 'add', amount: sign ? -value : value };
}

/** Builds the change for the server; unreadable values are refused by field, as by the server. */
export function changeOf(draft: BulkDraft): BulkChange {
  const { price_rp, bv, category_id, min_order, weight_gr, shelf, status } = draft;
  if (category_id === '') throw refused('category_id', 'Pilih kategorinya.');
  return {
    ...(price_rp && { price: amount('price_rp', 'Harga', price_rp) }),
    ...(bv && { bv: amount('bv', 'BV', bv) }),
    ...(category_id !== null && { category_id: Number(category_id) }),
    ...(min_order !== null && { min_order: whole('min_order', 'Pemesanan minimal', min_order) }),
    ...(weight_gr !== null && { weight_gr: whole('weight_gr', 'Berat', weight_gr) }),
    ...(shelf !== null && { shelf }),
    ...(status !== null && { archived: status === 'archived' }),
  };
}
