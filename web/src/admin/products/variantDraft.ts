/** Variant in the form of its product: numbers as typed, empty for the product's own value. */
import { wholeNumber } from '@/admin/ui/wholeNumber';
import type { AdminProduct, ProductForm } from '@/api/schema';
import { refused } from '@/fieldErrors';
import { number } from '@/format';

type SentVariant = NonNullable<ProductForm['variants']>[number];

/** Values typed for a variant. */
export type VariantDraft = {
  /** Key; null for a new one. */
  id: number | null;
  name: string;
  price_rp: string;
  bv: string;
  weight_gr: string;
  sku: string;
  barcode: string;
  picture: string;
  /** Stock of the variant: its opening stock, or its part of the product's stock. */
  stock: string;
};

/** First values of a new variant. */
export const emptyVariant: VariantDraft = {
  id: null,
  name: '',
  price_rp: '',
  bv: '',
  weight_gr: '',
  sku: '',
  barcode: '',
  picture: '',
  stock: '',
};

function shown(figure: number | null | undefined): string {
  return figure == null ? '' : number(figure);
}

/** Converts the variants of a product from the server to form values. */
export function variantsOf({ variants, variant_stocks, by_variant }: AdminProduct): VariantDraft[] {
  return variants.map((variant, place) => ({
    id: variant.id ?? null,
    name: variant.name,
    price_rp: shown(variant.price_rp),
    bv: shown(variant.bv),
    weight_gr: shown(variant.weight_gr),
    sku: variant.sku,
    barcode: variant.barcode,
    picture: variant.picture,
    stock: by_variant ? number(variant_stocks[place] ?? 0) : '',
  }));
}

/** Returns the variants to send; those without a name are left out. */
export function variantsToSend(variants: VariantDraft[], images: string[]) {
  return variants
    .filter(({ name }) => name.trim() !== '')
    .map((variant) => toSend(variant, images));
}

function toSend(variant: VariantDraft, images: string[]): SentVariant {
  // A variant whose picture was removed from the gallery is shown with the product's picture.
  const picture = images.includes(variant.picture) ? variant.picture : '';
  return { ...variant, ...figuresOf(variant), picture };
}

/** Returns a variant for a copy of its product; values that identify it are left empty. */
export function copiedVariant(variant: VariantDraft): VariantDraft {
  return { ...variant, id: null, sku: '', barcode: '', stock: '' };
}

/**
 * Reads the figures of a variant; a value that is not a number is refused like the server's errors
 * about variants.
 */
function figuresOf(variant: VariantDraft) {
  const figure = (typed: string, label: string) => {
    const value = wholeNumber(typed);
    if (!Number.isNaN(value)) return value;
    throw refused('variants', `${label} varian ${variant.name} harus angka bulat tanpa koma.`);
  };
  return {
    price_rp: figure(variant.price_rp, 'Harga'),
    bv: figure(variant.bv, 'BV'),
    weight_gr: figure(variant.weight_gr, 'Berat'),
    stock: figure(variant.stock, 'Stok'),
  };
}

/** Adds up the pieces typed for all variants; values that are not numbers count as 0. */
export function typedStock(variants: VariantDraft[]): number {
  return variants.reduce((sum, { stock }) => sum + (wholeNumber(stock) || 0), 0);
}
