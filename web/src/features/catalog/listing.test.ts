import { describe, expect, it } from 'vitest';
import { bestSellers } from '@/api/catalog';
import type { Product } from '@/api/schema';
import { list, readListing } from './listing';

function product(name: string, harga: number, average_rating: number, terjual: number): Product {
  return { name, harga, average_rating, terjual } as Product;
}
const products = [
  product('Kopi Ginseng', 118000, 4.5, 471),
  product('Teh Hijau', 42000, 3.9, 2),
  product('Lulur Kopi', 59000, 5, 3),
];
const names = (found: Product[]) => found.map(({ name }) => name);
const read = (query: string) => readListing(new URLSearchParams(query));

describe('a listing', () => {
  it('finds a keyword in any letter case', () => {
    expect(names(list(products, read('keyword= KOPI ')))).toEqual(['Kopi Ginseng', 'Lulur Kopi']);
  });

  it('orders by price', () => {
    expect(names(list(products, read('sort=termurah')))[0]).toBe('Teh Hijau');
    expect(names(list(products, read('sort=termahal')))[0]).toBe('Kopi Ginseng');
  });

  it('filters by minimum rating', () => {
    expect(names(list(products, read('rating=4')))).toEqual(['Kopi Ginseng', 'Lulur Kopi']);
  });

  it('ignores an unknown order or rating', () => {
    expect(read('sort=acak&rating=9')).toEqual({ keyword: '', sort: '', rating: 0 });
  });

  it('requires three sales of a best seller', () => {
    expect(names(bestSellers(products))).toEqual(['Kopi Ginseng', 'Lulur Kopi']);
  });
});
