/** What the rooms of orders ask the server. */
import { queryOptions } from '@tanstack/react-query';
import { queryClient, request } from '@/api/client';
import type { OfficeOrder, Papers } from '@/api/schema';

const address = (orderId: string) => `/api/admin/orders/${encodeURIComponent(orderId)}`;

/** One order with everything that the shop knows of it. */
export const adminOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['member', 'office-order', orderId],
    queryFn: ({ signal }) => request<OfficeOrder>('GET', address(orderId), undefined, signal),
    // Others work on the same orders.
    staleTime: 0,
  });

/** What stands on the papers of some parcels. */
export const papersQuery = (ids: string[]) =>
  queryOptions({
    queryKey: ['member', 'papers', ids],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ ids: ids.join(',') });
      return request<Papers>('GET', `/api/admin/orders/print?${query}`, undefined, signal);
    },
    staleTime: 0,
  });

/** Makes what is shown of orders be asked for again. */
export function ordersChanged(): Promise<unknown> {
  const keys = ['office-order', 'pages', 'papers', 'today', 'setup'];
  return Promise.all(
    keys.map((key) => queryClient.invalidateQueries({ queryKey: ['member', key] })),
  );
}

/** Moves an order by one of the shop's actions. */
export async function moveOrder(
  orderId: string,
  action: 'pack' | 'ship' | 'complete' | 'cancel' | 'refund',
  body: object = {},
): Promise<void> {
  await request('POST', `${address(orderId)}/${action}`, body);
}

/** Puts the tracking number of an order right that is on its way. */
export async function correctResi(
  orderId: string,
  body: { resi: string; courier: string; was: string },
): Promise<void> {
  await request('PUT', `${address(orderId)}/resi`, body);
}

/** Says what was done about money that was not where its order says. */
export async function solveProblem(id: number, note: string): Promise<void> {
  await request('POST', `/api/admin/payment-problems/${id}/solve`, { note });
}
