import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode } from 'react';
import { dotted } from '@/admin/ui/wholeNumber';
import { inputClass } from '@/ui/Field';
import type { ProductDraft } from './productDraft';
import type { VariantDraft } from './variantDraft';

type Props = {
  variant: VariantDraft;
  /** The product, whose values apply if the variant's are empty. */
  product: ProductDraft;
  /** Handle for moving the row. */
  handle: ReactNode;
  /** Position of the variant in the list, starting at 1. */
  place: number;
  /**
   * Whether the variant already has its own stock: it is shown here, but changed on the stock page.
   */
  counted: boolean;
  refused: boolean;
  onAdd: () => void;
  onChange: (typed: Partial<VariantDraft>) => void;
  onRemove: () => void;
};

/** Variant of a product: its name, and below it the values that differ from the product's. */
export function VariantRow(props: Props) {
  const { variant, product, handle, place, counted, refused, onAdd, onChange, onRemove } = props;
  const named = (label: string) => `${label} varian ${variant.name || place}`;
  const cell = (field: 'price_rp' | 'bv' | 'weight_gr' | 'sku' | 'barcode', label: string) => (
    <Cell
      label={label}
      aria-label={named(label)}
      inputMode={field === 'sku' || field === 'barcode' ? 'text' : 'numeric'}
      maxLength={40}
      placeholder={product[field] || '–'}
      value={variant[field]}
      onChange={(event) => onChange({ [field]: event.target.value })}
      onBlur={() =>
        field !== 'sku' && field !== 'barcode' && onChange({ [field]: dotted(variant[field]) })
      }
    />
  );
  return (
    <div className="rounded-2xl border border-line bg-surface p-2">
      <div className="flex items-center gap-1">
        {handle}
        <input
          name="variants"
          aria-label={`Nama varian ${place}`}
          aria-invalid={refused}
          aria-describedby="variants-note"
          maxLength={60}
          placeholder="Nama varian"
          value={variant.name}
          onChange={(event) => onChange({ name: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onAdd();
          }}
          className={inputClass(refused)}
        />
        <button
          type="button"
          aria-label={`Hapus varian ${variant.name || place}`}
          onClick={onRemove}
          className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-danger-soft hover:text-danger"
        >
          <X aria-hidden size={18} />
        </button>
      </div>
      <div className="mt-2 grid grid-cols-2 gap-2 px-2 pb-1 sm:grid-cols-4 xl:grid-cols-7">
        {cell('price_rp', 'Harga')}
        {cell('bv', 'BV')}
        {cell('weight_gr', 'Berat')}
        {cell('sku', 'SKU')}
        {cell('barcode', 'Barcode')}
        <PictureCell
          label={named('Gambar')}
          images={product.images}
          picture={variant.picture}
          onPick={(picture) => onChange({ picture })}
        />
        {product.by_variant && (
          <Cell
            label="Stok"
            aria-label={named('Stok')}
            inputMode="numeric"
            maxLength={9}
            placeholder="0"
            disabled={counted}
            value={counted && variant.stock === '' ? '0' : variant.stock}
            onChange={(event) => onChange({ stock: event.target.value })}
          />
        )}
      </div>
    </div>
  );
}

function Cell({ label, ...input }: { label: string } & ComponentProps<'input'>) {
  return (
    <div className="min-w-0">
      <span aria-hidden className="mb-1 block text-xs text-muted">
        {label}
      </span>
      <input
        {...input}
        autoComplete="off"
        // A scanner ends its input with Enter, which must not send the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className={inputClass(false)}
      />
    </div>
  );
}

type PictureProps = {
  label: string;
  /** The product's gallery. */
  images: string[];
  picture: string;
  onPick: (picture: string) => void;
};

function PictureCell({ label, images, picture, onPick }: PictureProps) {
  return (
    <div className="min-w-0">
      <span aria-hidden className="mb-1 block text-xs text-muted">
        Gambar
      </span>
      <select
        aria-label={label}
        value={images.includes(picture) ? picture : ''}
        onChange={(event) => onPick(event.target.value)}
        className={inputClass(false)}
      >
        <option value="">Produk</option>
        {images.map((image, place) => (
          <option key={image} value={image}>
            Foto {place + 1}
          </option>
        ))}
      </select>
    </div>
  );
}
