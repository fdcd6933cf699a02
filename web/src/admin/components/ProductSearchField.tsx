import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '@/api/calls';
import { sentence } from '@/errors';
import type { ProductOverview } from '@/api/schema';
import { number } from '@/format';
import { Combobox } from '@/ui/Combobox';
import { Field } from '@/ui/Field';
import { useDebounced } from '@/ui/useDebounced';

type Props = {
  label: string;
  onPick: (product: ProductOverview) => void;
  error?: string | undefined;
};

/** Finds one product among all by its name or number. */
export function ProductSearchField({ label, onPick, error }: Props) {
  const [typed, setTyped] = useState('');
  const keyword = useDebounced(typed.trim());
  const found = useQuery({
    ...query('/api/admin/products', { search: keyword, limit: 8 }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <Combobox
          {...wiring}
          autoComplete="off"
          placeholder="Ketik nama atau nomor produk"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          options={found.data?.products ?? []}
          keyOf={({ id }) => id}
          render={({ name, stock }) => (
            <span className="flex justify-between gap-4">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <span className="shrink-0 text-muted">Stok {number(stock)}</span>
            </span>
          )}
          onPick={(product) => {
            setTyped('');
            onPick(product);
          }}
          ready={keyword !== '' && (found.data !== undefined || found.isError)}
          note={
            found.isError ? sentence(found.error, 'Gagal mencari.') : 'Tidak ada produk yang cocok.'
          }
        />
      )}
    </Field>
  );
}
