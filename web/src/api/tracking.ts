/** Where the parcel of an order is. */
import { query } from '@/api/calls';
import type { Order, TrackingData } from '@/api/schema';

/** What the courier says of an order's parcel, newest first; another move of the order may have more to say. */
export function trackingQuery({ order_id, moves }: Order) {
  const asked = query('/api/transactions/{order_id}/tracking', { order_id });
  return {
    ...asked,
    queryKey: [...asked.queryKey, `${moves.length} moves`],
    select: ({ data }: TrackingData) => data,
  };
}
