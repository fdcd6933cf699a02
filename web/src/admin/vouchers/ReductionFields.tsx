import { NumberField } from '@/admin/ui/NumberField';
import type { Draft } from '@/admin/ui/useDraft';
import { SelectField, TextField } from '@/ui/Field';
import type { Typed } from './form';

/** Fields of a voucher's reduction. */
export function ReductionFields({ draft: { draft, tie } }: { draft: Draft<Typed> }) {
  const { kind } = draft;
  return (
    <>
      <SelectField label="Jenis potongan" {...tie('kind')}>
        <option value="percent">Persen dari harga produk</option>
        <option value="amount">Rupiah dari harga produk</option>
        <option value="shipping">Gratis ongkir</option>
      </SelectField>
      {kind === 'percent' && (
        <TextField
          label="Diskon (persen)"
          {...tie('discount_percent')}
          inputMode="decimal"
          maxLength={6}
          hint="Lebih dari 0 sampai 100, misalnya 12,5."
        />
      )}
      {kind === 'amount' && (
        <NumberField
          label="Potongan (rupiah)"
          {...tie('discount_rp')}
          hint="Tidak pernah lebih dari harga produknya."
        />
      )}
      {kind !== 'amount' && (
        <NumberField
          label={
            kind === 'shipping'
              ? 'Ongkir ditanggung maksimal (rupiah)'
              : 'Potongan maksimal (rupiah)'
          }
          {...tie('most_rp')}
          hint={
            kind === 'shipping'
              ? 'Kosongkan bila seluruh ongkir ditanggung.'
              : 'Kosongkan bila tanpa batas.'
          }
        />
      )}
    </>
  );
}
