/** Where the parcel of an order is. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '@/api/client';
import type { Tracking } from '@/api/schema';

/** What the courier says of an order's parcel, newest first. */
export const trackingQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['member', 'tracking', orderId],
    queryFn: async ({ signal }) => {
      const path = `/api/transactions/${encodeURIComponent(orderId)}/tracking`;
      return (await request<{ data: Tracking }>('GET', path, undefined, signal)).data;
    },
  });
