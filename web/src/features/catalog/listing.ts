import type { Product } from '@/api/schema';

/** How a product list is narrowed and ordered; it stands in the address. */
export type Listing = { keyword: string; sort: 'termurah' | 'termahal' | ''; rating: number };

/** Reads a listing from the address; what it does not know counts as not asked. */
export function readListing(params: URLSearchParams): Listing {
  const sort = params.get('sort');
  const rating = Number(params.get('rating'));
  return {
    keyword: params.get('keyword')?.trim() ?? '',
    sort: sort === 'termurah' || sort === 'termahal' ? sort : '',
    rating: Number.isInteger(rating) && rating >= 1 && rating <= 5 ? rating : 0,
  };
}

/** The products whose name holds the keyword, in any case. */
export function matching(products: Product[], keyword: string): Product[] {
  const needle = keyword.trim().toLowerCase();
  return products.filter((product) => product.name.toLowerCase().includes(needle));
}

/** The products that a listing shows, in its order. */
export function list(products: Product[], { keyword, sort, rating }: Listing): Product[] {
  const found = matching(products, keyword).filter((each) => each.average_rating >= rating);
  if (sort === 'termurah') return found.toSorted((a, b) => a.harga - b.harga);
  if (sort === 'termahal') return found.toSorted((a, b) => b.harga - a.harga);
  return found;
}

/** The products that sold more than twice, best first. */
export function bestSellers(products: Product[]): Product[] {
  return products
    .filter((product) => product.terjual > 2)
    .toSorted((a, b) => b.terjual - a.terjual);
}
