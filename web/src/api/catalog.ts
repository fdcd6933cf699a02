/** Products, categories and reviews, and how products are found among all. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '@/api/client';
import type { Category, Highlights, Product, ProductDetail, Reviews } from '@/api/schema';

/** All products of the shop. */
export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: ({ signal }) => request<Product[]>('GET', '/api/products', undefined, signal),
});

/** One product with its texts, variants and pictures. */
export const productQuery = (id: number) =>
  queryOptions({
    queryKey: ['product', id],
    queryFn: ({ signal }) => request<ProductDetail>('GET', `/api/product/${id}`, undefined, signal),
  });

/** The categories in the shop's order. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => request<Category[]>('GET', '/api/categories', undefined, signal),
});

/** The reviews of one product. */
export const reviewsQuery = (productId: number) =>
  queryOptions({
    queryKey: ['reviews', productId],
    queryFn: ({ signal }) =>
      request<Reviews>('GET', `/api/reviews?product_id=${productId}`, undefined, signal),
  });

/** What members say on the home page. */
export const highlightsQuery = queryOptions({
  queryKey: ['highlights'],
  queryFn: async ({ signal }) =>
    (await request<Highlights>('GET', '/api/reviews/highlights', undefined, signal)).data.data,
});

/** The products whose name holds the keyword, in any case. */
export function matching(products: Product[], keyword: string): Product[] {
  const needle = keyword.trim().toLowerCase();
  return products.filter((product) => product.name.toLowerCase().includes(needle));
}

/** The products that sold more than twice, best first. */
export function bestSellers(products: Product[]): Product[] {
  return products
    .filter((product) => product.terjual > 2)
    .toSorted((a, b) => b.terjual - a.terjual);
}
