/** Every address of the back office as a function. */
export const adminPaths = {
  today: () => '/admin',
  products: () => '/admin/products',
  product: (id: number) => `/admin/products/${id}`,
  newProduct: () => '/admin/products/new',
  importProducts: () => '/admin/products/import',
  categories: () => '/admin/categories',
  stock: (query: { product_id?: string } = {}) => {
    const text = new URLSearchParams(query).toString();
    return text ? `/admin/stock?${text}` : '/admin/stock';
  },
  audit: (query: { subject?: string; key?: string } = {}) => {
    const text = new URLSearchParams(query).toString();
    return text ? `/admin/audit?${text}` : '/admin/audit';
  },
};
