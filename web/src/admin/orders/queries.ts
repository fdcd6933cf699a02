/** Server queries of the office's order pages. */
import { adminQuery } from '@/admin/ui/adminQuery';

/** Query of one order with everything that the shop knows about it. */
export const adminOrderQuery = (orderId: string) =>
  adminQuery('/api/admin/orders/{order_id}', { order_id: orderId });

/** Queries the data printed on the papers of some parcels. */
export const papersQuery = (ids: string[]) =>
  adminQuery('/api/admin/orders/print', { ids: ids.join(',') });
