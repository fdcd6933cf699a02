/**
 * Products, categories and members' reviews on the home page, and the search among all products.
 */
import { publicQuery } from '@/api/calls';
import { promised } from '@/errors';
import { fold } from '@/fold';
import type { Highlights, Product } from '@/api/schema';

/** Query of all products of the shop. */
export const productsQuery = publicQuery('/api/products');

/** Query of one product with its texts, variants and pictures. */
export const productQuery = (id: number) => publicQuery('/api/product/{id}', { id });

/** Query of the categories, in the shop's order. */
export const categoriesQuery = publicQuery('/api/categories');

/** Query of the reviews shown on the home page. */
export const highlightsQuery = {
  ...publicQuery('/api/reviews/highlights'),
  select: ({ data }: Highlights) => promised(data.data),
};

/** Returns the products whose name contains the keyword; both are folded for the comparison. */
export function matching(products: Product[], keyword: string): Product[] {
  const needle = fold(keyword);
  return products.filter(({ name }) => fold(name).includes(needle));
}

/** Returns the products that sold more than twice, best sellers first. */
export function bestSellers(products: Product[]): Product[] {
  return products
    .filter((product) => product.terjual > 2)
    .toSorted((a, b) => b.terjual - a.terjual);
}
