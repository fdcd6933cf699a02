/** The member's orders and their payment. */
import { queryOptions } from '@tanstack/react-query';
import { query, refresh, request, type Area } from '@/api/calls';
import { queryClient } from '@/api/client';
import { list } from '@/api/pages';
import type { Order, OrderData, OrderList } from '@/api/schema';

/**
 * Lists a member's orders, newest first, filtered by the state of their shipment and by part of
 * their id.
 */
export const orderPages = (userId: string, filter: string, search: string) =>
  list('/api/transactions/user/{user_id}', { user_id: userId, filter, search });

/** Query of a member's orders that are on their way, up to a hundred. */
export const shippedQuery = (userId: string | undefined) => ({
  ...query('/api/transactions/user/{user_id}', { user_id: userId, filter: 'dikirim', limit: 100 }),
  select: ({ data }: OrderList) => data,
  enabled: userId !== undefined,
});

const answerQuery = (orderId: string) =>
  query('/api/transactions/{order_id}', { order_id: orderId });

/** Query of one order, without its envelope. */
export const orderQuery = (orderId: string) => ({
  ...answerQuery(orderId),
  select: ({ data }: OrderData) => data,
});

/** Addresses of the lists that can contain an order, and of the figures that it contributes to. */
const changes: Area[] = [
  '/api/transactions/user',
  '/api/me',
  '/api/bv-report',
  '/api/history-bv',
  '/api/downline-bv-summary',
];

/**
 * Has the server check a payment with the provider: returns the order, whether the last attempt was
 * refused, and whether money was received that does not count as paid. The order may be given by a
 * number of its payment.
 */
export const paymentQuery = (orderId: string) =>
  queryOptions({
    queryKey: [`/api/payments/${encodeURIComponent(orderId)}/check`],
    queryFn: async () => {
      const params = { order_id: orderId };
      const checked = await request('POST /api/payments/{order_id}/check', { params });
      const { refused, in_review: inReview } = checked;
      return { order: keep(checked), refused, inReview };
    },
  });

/** Confirms that the goods have arrived. */
export async function completeOrder(orderId: string): Promise<Order> {
  const params = { order_id: orderId };
  return keep(await request('POST /api/transactions/{order_id}/complete', { params }));
}

/** Cancels an order, with the buyer's reason. */
export async function cancelOrder(orderId: string, reason: string): Promise<Order> {
  const params = { order_id: orderId };
  const body = { reason };
  return keep(await request('POST /api/transactions/{order_id}/cancel', { params, body }));
}

/** Opens the payment page of an unpaid order again and returns its address. */
export async function reopenPayment(orderId: string): Promise<string> {
  const params = { order_id: orderId };
  return (await request('POST /api/payments/{order_id}/reopen', { params })).redirect_url;
}

function keep({ data: order }: { data: Order }): Order {
  queryClient.setQueryData(answerQuery(order.order_id).queryKey, (known) => ({
    success: true,
    ...known,
    data: order,
  }));
  void refresh(...changes);
  return order;
}
