/** Products, categories and reviews, and how products are found among all. */
import { queryOptions } from '@tanstack/react-query';
import { read } from '@/api/client';
import type { Category, Highlights, Product, ProductDetail, Reviews } from '@/api/schema';

/** All products of the shop. */
export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: ({ signal }) => read<Product[]>('/api/products', signal),
});

/** One product with its texts, variants and pictures. */
export const productQuery = (id: number) =>
  queryOptions({
    queryKey: ['product', id],
    queryFn: ({ signal }) => read<ProductDetail>(`/api/product/${id}`, signal),
  });

/** The categories in the shop's order. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => read<Category[]>('/api/categories', signal),
});

/** The reviews of one product. */
export const reviewsQuery = (productId: number) =>
  queryOptions({
    queryKey: ['reviews', productId],
    queryFn: ({ signal }) => read<Reviews>(`/api/reviews?product_id=${productId}`, signal),
  });

/** What members say on the home page. */
export const highlightsQuery = queryOptions({
  queryKey: ['highlights'],
  queryFn: async ({ signal }) =>
    (await read<Highlights>('/api/reviews/highlights', signal)).data.data,
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
