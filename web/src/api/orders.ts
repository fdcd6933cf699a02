/** The member's orders and their payment. */
import { queryOptions } from '@tanstack/react-query';
import { queryClient, request } from '@/api/client';
import type { PagedList } from '@/api/pages';
import type { Order, OrderList } from '@/api/schema';

/** A member's orders, newest first, by the state of their shipment and by a part of their id. */
export const orderPages = (
  userId: string,
  filter: string,
  search: string,
): PagedList<OrderList> => ({
  path: ordersPath(userId),
  query: { filter, search },
  page: (answer) => answer,
});

/** The orders of a member that are on their way, up to a hundred. */
export const shippedQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['member', 'shipped', userId],
    queryFn: async ({ signal }) => {
      const path = `${ordersPath(userId ?? '')}?filter=dikirim&limit=100`;
      return (await request<OrderList>('GET', path, undefined, signal)).data;
    },
    enabled: userId !== undefined,
  });

function ordersPath(userId: string): string {
  return `/api/transactions/user/${userId}`;
}

/** One order. */
export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['member', 'order', orderId],
    queryFn: async ({ signal }) =>
      (await request<{ data: Order }>('GET', address(orderId), undefined, signal)).data,
  });

/** Asks the server to ask the provider how a payment stands. */
export const paymentQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['member', 'payment', orderId],
    queryFn: async () =>
      keep(await request('POST', `/api/payments/${encodeURIComponent(orderId)}/check`)),
  });

/** Says that the goods have arrived. */
export async function completeOrder(orderId: string): Promise<Order> {
  return keep(await request('POST', `${address(orderId)}/complete`));
}

/** Cancels an order, with the buyer's reason. */
export async function cancelOrder(orderId: string, reason: string): Promise<Order> {
  return keep(await request('POST', `${address(orderId)}/cancel`, { reason }));
}

/** Opens the payment page of an unpaid order again and gives its address. */
export async function reopenPayment(orderId: string): Promise<string> {
  const path = `/api/payments/${encodeURIComponent(orderId)}/reopen`;
  return (await request<{ redirect_url: string }>('POST', path)).redirect_url;
}

function address(orderId: string): string {
  return `/api/transactions/${encodeURIComponent(orderId)}`;
}

function keep({ data: order }: { data: Order }): Order {
  queryClient.setQueryData(orderQuery(order.order_id).queryKey, order);
  // Whatever list it stands in, and what it has earned.
  for (const key of ['pages', 'shipped', 'me'])
    void queryClient.invalidateQueries({ queryKey: ['member', key] });
  return order;
}
