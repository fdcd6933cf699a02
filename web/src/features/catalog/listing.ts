import { matching } from '@/api/catalog';
import type { Product } from '@/api/schema';

/** Filter and order of a product list; stored in the address. */
export type Listing = { keyword: string; sort: 'termurah' | 'termahal' | ''; rating: number };

/** Reads a listing from the address; unknown values count as absent. */
export function readListing(params: URLSearchParams): Listing {
  const sort = params.get('sort');
  const rating = Number(params.get('rating'));
  return {
    keyword: params.get('keyword')?.trim() ?? '',
    sort: sort === 'termurah' || sort === 'termahal' ? sort : '',
    rating: Number.isInteger(rating) && rating >= 1 && rating <= 5 ? rating : 0,
  };
}

/** Returns the products of a listing, in its order. */
export function list(products: Product[], { keyword, sort, rating }: Listing): Product[] {
  const found = matching(products, keyword).filter((each) => each.average_rating >= rating);
  if (sort === 'termurah') return found.toSorted((a, b) => a.harga - b.harga);
  if (sort === 'termahal') return found.toSorted((a, b) => b.harga - a.harga);
  return found;
}
