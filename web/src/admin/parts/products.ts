/** What several rooms ask of products and their categories. */
import { queryOptions } from '@tanstack/react-query';
import { queryClient, request } from '@/api/client';
import type { AdminCategories, AdminProduct } from '@/api/schema';

/** A product with all that its form holds. */
export const productQuery = (id: string) =>
  queryOptions({
    queryKey: ['member', 'admin', 'product', id],
    queryFn: ({ signal }) =>
      request<AdminProduct>('GET', `/api/admin/products/${id}`, undefined, signal),
    // Whoever opens a form edits what is there now.
    staleTime: 0,
  });

/** The categories with what is in them. */
export const categoriesQuery = queryOptions({
  queryKey: ['member', 'admin', 'categories'],
  queryFn: ({ signal }) =>
    request<AdminCategories>('GET', '/api/admin/categories', undefined, signal),
});

/** Puts what the server answered in the place of what was known of a product, and asks all lists again. */
export function keepProduct(product: AdminProduct): void {
  queryClient.setQueryData(productQuery(String(product.id)).queryKey, product);
  forgetLists();
}

/** What shows products is asked again, in the shop too. */
export function forgetLists(): void {
  void queryClient.invalidateQueries({ queryKey: ['member', 'pages'] });
  void queryClient.invalidateQueries({ queryKey: ['member', 'admin'] });
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && /^\/api\/(product|categories)/.test(path),
  });
}
