/** Tracking of an order's parcel. */
import { query } from '@/api/calls';
import type { Order, TrackingData } from '@/api/schema';

/** Queries the courier's tracking of an order's parcel, newest first; fetched again after another move of the order. */
export function trackingQuery({ order_id, moves }: Order) {
  const asked = query('/api/transactions/{order_id}/tracking', { order_id });
  return {
    ...asked,
    queryKey: [...asked.queryKey, `${moves.length} moves`],
    select: ({ data }: TrackingData) => data,
  };
}
