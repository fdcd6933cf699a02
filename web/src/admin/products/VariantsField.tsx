import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Sortable } from '@/admin/ui/Sortable';
import type { AdminProduct } from '@/api/schema';
import { number } from '@/format';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import type { ProductDraft } from './productDraft';
import { emptyVariant, typedStock, type VariantDraft } from './variantDraft';
import { VariantRow } from './VariantRow';

type Props = {
  draft: ProductDraft;
  /** Existing product; none for a new one. */
  product?: AdminProduct | undefined;
  onChange: (typed: Partial<ProductDraft>) => void;
  error?: string | undefined;
};

/**
 * Variants of a product, each with its differences: they can be added, changed, sorted and removed.
 */
export function VariantsField({ draft, product, onChange, error }: Props) {
  const { variants } = draft;
  const list = useRef<HTMLFieldSetElement>(null);
  const added = useRef(false);
  // Stock that is already counted by variant changes only on the stock page.
  const counted = product?.by_variant === true && draft.by_variant;

  // After a variant is added, its name gets the focus.
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    const inputs = list.current?.querySelectorAll<HTMLInputElement>('input[name=variants]');
    inputs?.[inputs.length - 1]?.focus();
  });

  const set = (next: VariantDraft[]) => onChange({ variants: next });
  const add = () => {
    added.current = true;
    set([...variants, emptyVariant]);
  };
  return (
    <fieldset ref={list}>
      <legend className="mb-1.5 text-sm font-medium">Varian</legend>
      <Sortable
        label="Varian"
        // The place is the key, because two variants may have the same name while they are typed.
        items={variants.map((variant, place) => ({ variant, place }))}
        keyOf={({ place }) => String(place + 1)}
        nameOf={({ variant }, index) => variant.name || `varian ${index + 1}`}
        onOrder={(items) => set(items.map(({ variant }) => variant))}
        className="grid gap-3"
        render={({ variant }, handle, index) => (
          <VariantRow
            variant={variant}
            product={draft}
            handle={handle}
            place={index + 1}
            counted={counted}
            refused={error !== undefined}
            onAdd={add}
            onChange={(typed) =>
              set(variants.map((each, place) => (place === index ? { ...each, ...typed } : each)))
            }
            onRemove={() => set(variants.filter((_, place) => place !== index))}
          />
        )}
      />
      <Button
        look="outline"
        onClick={add}
        className={variants.length > 0 ? 'mt-3' : ''}
        disabled={variants.length >= 30}
      >
        <Plus aria-hidden size={18} />
        Tambah varian
      </Button>
      {variants.length > 0 && (
        <label className="mt-3 flex min-h-11 items-center gap-3">
          <Checkbox
            checked={draft.by_variant}
            onChange={(event) => onChange({ by_variant: event.target.checked })}
          />
          <span className="font-medium">Hitung stok per varian</span>
        </label>
      )}
      <p id="variants-note" className={`mt-1.5 text-sm ${error ? 'text-danger' : 'text-muted'}`}>
        {error ?? hintFor(draft, product, counted)}
      </p>
    </fieldset>
  );
}

function hintFor(draft: ProductDraft, product: AdminProduct | undefined, counted: boolean): string {
  const lost = (product?.variants ?? []).filter(
    (kept, place) =>
      counted &&
      (product?.variant_stocks[place] ?? 0) > 0 &&
      !draft.variants.some(({ id }) => id === kept.id),
  );
  if (lost.length > 0)
    return `Stok varian ${lost.map(({ name }) => name).join(', ')} ikut keluar dari buku stok saat disimpan.`;
  if (product && draft.by_variant && !counted)
    return `Bagikan stok produk ini, ${number(product.stock)} pcs: sudah terisi ${number(typedStock(draft.variants))}.`;
  if (draft.variants.length === 0) return 'Kosongkan bila produk tidak punya pilihan.';
  return 'Yang kosong sama dengan produknya. Varian yang diganti namanya atau dihapus tidak dapat dibeli lagi dari keranjang yang sudah berisi nama lamanya.';
}
