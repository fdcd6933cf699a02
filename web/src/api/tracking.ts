/** Where the parcel of an order is. */
import { query } from '@/api/calls';
import type { Order, Tracking } from '@/api/schema';

/** What the courier says of an order's parcel, newest first. */
export const trackingQuery = ({ order_id }: Order) => ({
  ...query('/api/transactions/{order_id}/tracking', { order_id }),
  select: ({ data }: { data: Tracking }) => data,
});
