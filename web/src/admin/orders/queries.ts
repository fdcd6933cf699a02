/** Server queries of the office's order pages. */
import { adminQuery } from '@/admin/ui/adminQuery';

/** One order with everything that the shop knows of it. */
export const adminOrderQuery = (orderId: string) =>
  adminQuery('/api/admin/orders/{order_id}', { order_id: orderId });

/** Queries the data printed on the papers of some parcels. */
export const papersQuery = (ids: string[]) =>
  adminQuery('/api/admin/orders/print', { ids: ids.join(',') });
