/** Every address of the back office as a function. */
export const adminPaths = {
  today: () => '/admin',
  orders: (query: { waiting?: string } = {}) => {
    const text = new URLSearchParams(query).toString();
    return text ? `/admin/orders?${text}` : '/admin/orders';
  },
  order: (orderId: string) => `/admin/orders/${encodeURIComponent(orderId)}`,
  printOrders: (kind: 'slip' | 'label', ids: string[]) =>
    `/admin/orders/print?kind=${kind}&ids=${ids.map(encodeURIComponent).join(',')}`,
  audit: (query: { subject?: string; key?: string } = {}) => {
    const text = new URLSearchParams(query).toString();
    return text ? `/admin/audit?${text}` : '/admin/audit';
  },
};
