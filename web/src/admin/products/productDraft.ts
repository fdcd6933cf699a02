/** Product in its form, with numbers as typed. */
import { wholeNumbers } from '@/admin/ui/wholeNumber';
import type { AdminProduct, EditProductForm, NewProductForm } from '@/api/schema';
import { number } from '@/format';
import { toInstant, toLocal } from '@/admin/components/moments';
import { copiedVariant, variantsOf, variantsToSend, type VariantDraft } from './variantDraft';

const numbers = {
  price_rp: 'Harga',
  promo_rp: 'Harga promo',
  retail_rp: 'Harga umum',
  bv: 'BV',
  weight_gr: 'Berat',
  net_ml: 'Isi bersih',
  min_order: 'Pemesanan minimal',
  opening_stock: 'Stok awal',
};

const moments = {
  promo_from: 'Promo mulai',
  promo_until: 'Promo berakhir',
  publish_at: 'Terbit pada',
  withdraw_at: 'Turun pada',
};

type Moments = Record<keyof typeof moments, string>;

type Numbers = Record<keyof typeof numbers, string>;

/** Values typed into the form of a product. */
export type ProductDraft = Numbers &
  Moments & {
    name: string;
    category_id: string;
    sku: string;
    barcode: string;
    shelf: string;
    description: string;
    composition: string;
    usage: string;
    storage: string;
    variants: VariantDraft[];
    /** Whether stock is counted by variant. */
    by_variant: boolean;
    images: string[];
    augmented: string[];
    /** Whether a new product stays hidden from the shop until it is published. */
    draft: boolean;
    version: number;
    /** Instants as the server stores them, so that unchanged times stay exact. */
    before: Moments;
  };

/** Names of the fields, for reporting changes by others. */
export const labels = {
  ...numbers,
  ...moments,
  name: 'Nama',
  category_id: 'Kategori',
  sku: 'SKU',
  barcode: 'Barcode',
  shelf: 'Rak',
  description: 'Deskripsi',
  composition: 'Komposisi',
  usage: 'Cara pakai',
  storage: 'Penyimpanan',
  variants: 'Varian',
  by_variant: 'Stok per varian',
  images: 'Gambar galeri',
  augmented: 'Gambar pemakaian',
  draft: 'Konsep',
};

const noMoments: Moments = { promo_from: '', promo_until: '', publish_at: '', withdraw_at: '' };

/** First values of a new product. */
export const emptyDraft: ProductDraft = {
  name: '',
  category_id: '',
  sku: '',
  barcode: '',
  shelf: '',
  description: '',
  composition: '',
  usage: '',
  storage: '',
  price_rp: '',
  promo_rp: '',
  retail_rp: '',
  ...noMoments,
  before: noMoments,
  bv: '',
  weight_gr: '',
  net_ml: '0',
  min_order: '1',
  opening_stock: '',
  variants: [],
  by_variant: false,
  images: [],
  augmented: [],
  draft: false,
  version: 0,
};

const typedNumber = (value: number | null | undefined) => (value == null ? '' : number(value));

/** Converts a product from the server to form values. */
export function draftOf(product: AdminProduct): ProductDraft {
  const before: Moments = {
    promo_from: product.promo_from ?? '',
    promo_until: product.promo_until ?? '',
    publish_at: product.publish_at ?? '',
    withdraw_at: product.withdraw_at ?? '',
  };
  return {
    promo_rp: typedNumber(product.promo_rp),
    retail_rp: typedNumber(product.retail_rp),
    promo_from: toLocal(before.promo_from),
    promo_until: toLocal(before.promo_until),
    publish_at: toLocal(before.publish_at),
    withdraw_at: toLocal(before.withdraw_at),
    before,
    name: product.name,
    category_id: String(product.category_id),
    sku: product.sku,
    barcode: product.barcode,
    shelf: product.shelf,
    description: product.description,
    composition: product.composition,
    usage: product.usage,
    storage: product.storage,
    price_rp: number(product.price_rp),
    bv: number(product.bv),
    weight_gr: number(product.weight_gr),
    net_ml: number(product.net_ml),
    min_order: number(product.min_order),
    opening_stock: '',
    variants: variantsOf(product),
    by_variant: product.by_variant,
    images: product.images,
    augmented: product.augmented,
    draft: false,
    version: product.version,
  };
}

/**
 * Returns the first values of a new product copied from this one; the fields that must be unique, such as the SKU, are
 * left empty.
 */
export function copyOf(product: AdminProduct): ProductDraft {
  return {
    ...draftOf(product),
    name: `${product.name} (salinan)`,
    sku: '',
    barcode: '',
    variants: variantsOf(product).map(copiedVariant),
    // Not for sale until it has its own name and pictures.
    draft: true,
    version: 0,
    // The publication times of the original do not apply to the copy.
    publish_at: '',
    withdraw_at: '',
  };
}

/**
 * Builds the form's request; values that are not numbers are refused by field, as by the server.
 */
export function payload(draft: ProductDraft): NewProductForm & EditProductForm {
  const { before, ...rest } = draft;
  // A new product that is not saved as a draft is in the shop at once.
  const waits = draft.version > 0 || draft.draft;
  return {
    ...rest,
    ...wholeNumbers(draft, numbers),
    // The stock of a product that is counted by variant is in its variants.
    ...(draft.by_variant ? { opening_stock: null } : {}),
    promo_from: toInstant(draft.promo_from, before.promo_from) || null,
    promo_until: toInstant(draft.promo_until, before.promo_until, true) || null,
    publish_at: (waits && toInstant(draft.publish_at, before.publish_at)) || null,
    withdraw_at: toInstant(draft.withdraw_at, before.withdraw_at) || null,
    category_id: draft.category_id ? Number(draft.category_id) : null,
    variants: variantsToSend(draft.variants, draft.images),
  };
}
