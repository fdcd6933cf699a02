/** Products, categories and reviews. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '@/api/client';
import type { Category, Product, ProductDetail, Reviews } from '@/api/schema';

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
