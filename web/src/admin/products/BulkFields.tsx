import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NumberField } from '@/admin/ui/NumberField';
import { query } from '@/api/calls';
import { Checkbox } from '@/ui/Checkbox';
import { SelectField, TextField } from '@/ui/Field';
import { amountKinds, begun, isPercent, type BulkDraft } from './bulkDraft';

type Props = {
  draft: BulkDraft;
  errors: Partial<Record<string, string>>;
  onChange: (draft: BulkDraft) => void;
};

const steps = [
  ['1', 'Tanpa pembulatan'],
  ['10', 'Kelipatan 10'],
  ['50', 'Kelipatan 50'],
  ['100', 'Kelipatan 100'],
  ['500', 'Kelipatan 500'],
  ['1000', 'Kelipatan 1.000'],
] as const;

/** Fields of many products to change: a box to tick for each, with its inputs if it is ticked. */
export function BulkFields({ draft, errors, onChange }: Props) {
  const { data } = useQuery(query('/api/admin/categories'));
  const part = (field: keyof BulkDraft, label: string, children: ReactNode) => (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <Checkbox
          checked={draft[field] !== null}
          onChange={({ target }) =>
            onChange({ ...draft, [field]: target.checked ? begun[field] : null })
          }
        />
        <span className="font-medium">{label}</span>
      </label>
      {draft[field] !== null && <div className="pt-1 pb-3 pl-8">{children}</div>}
    </div>
  );
  const tie = (field: 'category_id' | 'min_order' | 'weight_gr' | 'shelf' | 'status') => ({
    value: draft[field] ?? '',
    error: errors[field],
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...draft, [field]: target.value }),
  });
  const amount = (field: 'price_rp' | 'bv', unit: string) => (
    <AmountFields
      unit={unit}
      value={draft[field] ?? begun[field]}
      error={errors[field]}
      onChange={(value) => onChange({ ...draft, [field]: value })}
    />
  );
  return (
    <>
      {part('price_rp', 'Harga', amount('price_rp', 'rupiah'))}
      {part('bv', 'BV', amount('bv', 'poin'))}
      {part(
        'category_id',
        'Kategori',
        <SelectField label="Pindah ke kategori" {...tie('category_id')}>
          <option value="">Pilih kategori</option>
          {data?.categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>,
      )}
      {part(
        'min_order',
        'Pemesanan minimal',
        <NumberField label="Pemesanan minimal (pcs)" {...tie('min_order')} />,
      )}
      {part('weight_gr', 'Berat', <NumberField label="Berat kirim (gram)" {...tie('weight_gr')} />)}
      {part(
        'shelf',
        'Rak',
        <TextField
          label="Rak di gudang"
          maxLength={30}
          hint="Kosongkan untuk menghapus raknya."
          {...tie('shelf')}
        />,
      )}
      {part(
        'status',
        'Status',
        <SelectField label="Status di toko" {...tie('status')}>
          <option value="archived">Arsipkan, hilang dari toko</option>
          <option value="for_sale">Terbitkan, tampil di toko</option>
        </SelectField>,
      )}
    </>
  );
}

type AmountProps = {
  unit: string;
  value: NonNullable<BulkDraft['bv']>;
  error: string | undefined;
  onChange: (value: NonNullable<BulkDraft['bv']>) => void;
};

function AmountFields({ unit, value, error, onChange }: AmountProps) {
  const percent = isPercent(value.kind);
  const field = {
    value: value.typed,
    error,
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...value, typed: target.value }),
  };
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label="Cara"
        value={value.kind}
        onChange={({ target }) => onChange({ ...value, kind: target.value })}
      >
        {amountKinds.map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      {percent ? (
        <TextField
          label="Persen"
          inputMode="decimal"
          autoComplete="off"
          maxLength={8}
          placeholder="7,5"
          {...field}
        />
      ) : (
        <NumberField label={`Jumlah (${unit})`} {...field} />
      )}
      {percent && (
        <SelectField
          label="Pembulatan"
          value={value.step}
          onChange={({ target }) => onChange({ ...value, step: target.value })}
          className="sm:col-span-2"
        >
          {steps.map(([step, label]) => (
            <option key={step} value={step}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}
