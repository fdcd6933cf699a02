/** Where the parcel of an order is. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '@/api/client';
import type { Order, Tracking } from '@/api/schema';

/** What the courier says of an order's parcel, newest first; another move of the order may have more to say. */
export const trackingQuery = ({ order_id, moves }: Order) =>
  queryOptions({
    queryKey: ['member', 'tracking', order_id, moves.length],
    queryFn: async ({ signal }) => {
      const path = `/api/transactions/${encodeURIComponent(order_id)}/tracking`;
      return (await request<{ data: Tracking }>('GET', path, undefined, signal)).data;
    },
  });
