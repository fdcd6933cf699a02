/** A product as its form holds it: numbers as they are typed. */
import { wholeNumbers } from '@/admin/ui/wholeNumber';
import type { AdminProduct, EditProductForm, NewProductForm } from '@/api/schema';
import { number } from '@/format';

const numbers = {
  price_rp: 'Harga',
  bv: 'BV',
  weight_gr: 'Berat',
  net_ml: 'Isi bersih',
  min_order: 'Pemesanan minimal',
  opening_stock: 'Stok awal',
};

type Numbers = Record<keyof typeof numbers, string>;

/** What is typed into the form of a product. */
export type ProductDraft = Numbers & {
  name: string;
  category_id: string;
  sku: string;
  barcode: string;
  shelf: string;
  description: string;
  composition: string;
  usage: string;
  storage: string;
  variants: string[];
  images: string[];
  augmented: string[];
  /** Whether a new product waits outside the shop until it is published. */
  draft: boolean;
  version: number;
};

/** The fields' names, for saying what someone else changed. */
export const labels = {
  ...numbers,
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
  images: 'Gambar galeri',
  augmented: 'Gambar pemakaian',
  draft: 'Konsep',
};

/** What a new product begins with. */
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
  bv: '',
  weight_gr: '',
  net_ml: '0',
  min_order: '1',
  opening_stock: '',
  variants: [],
  images: [],
  augmented: [],
  draft: false,
  version: 0,
};

/** A product of the server's as the form holds it. */
export function draftOf(product: AdminProduct): ProductDraft {
  return {
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
    variants: product.variants,
    images: product.images,
    augmented: product.augmented,
    draft: false,
    version: product.version,
  };
}

/** What another product begins with that is much like this one; what tells a product from all others is left to type. */
export function copyOf(product: AdminProduct): ProductDraft {
  return {
    ...draftOf(product),
    name: `${product.name} (salinan)`,
    sku: '',
    barcode: '',
    version: 0,
  };
}

/** What the form sends; numbers that are none are refused like the server refuses, by field. */
export function payload(draft: ProductDraft): NewProductForm & EditProductForm {
  return {
    ...draft,
    ...wholeNumbers(draft, numbers),
    category_id: draft.category_id ? Number(draft.category_id) : null,
    variants: draft.variants.filter((name) => name.trim() !== ''),
  };
}
