/** The temporary checkout and all that a buyer chooses from on the way to an order. */
import { queryOptions } from '@tanstack/react-query';
import { queryClient, request } from '@/api/client';
import type {
  BvPeriod,
  CheckoutDraft,
  CreateTransaction,
  Destination,
  Order,
  Selection,
  ShippingMethod,
  ShippingOption,
  VoucherCheck,
} from '@/api/schema';
import { checkoutTokenAtom, store } from '@/state';

/** Where every parcel leaves from. */
const ORIGIN = 17579;

/**
 * Saves what is about to be bought and keeps the token that leads back to it.
 *
 * Every checkout has a token of its own: one that was left behind may stand for an order that was placed unnoticed,
 * and would lead to that order again.
 */
export async function saveSelection(choices: Selection[]): Promise<void> {
  const draft = await request<CheckoutDraft>('POST', '/api/checkout-temp', {
    selected_products: choices.map(({ id, product_id, variant, quantity }) => ({
      id,
      product_id,
      variant,
      quantity,
    })),
    checkout_token: null,
  });
  queryClient.setQueryData(selectionQuery(draft.checkout_token).queryKey, draft);
  store.set(checkoutTokenAtom, draft.checkout_token);
}

/** The temporary checkout that a token leads to. */
export const selectionQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['member', 'checkout-temp', token],
    queryFn: ({ signal }) =>
      request<CheckoutDraft>('GET', `/api/checkout-temp/${token}`, undefined, signal),
    enabled: token !== null,
  });

/** Throws the temporary checkout away. */
export async function cancelSelection(token: string): Promise<void> {
  await request('DELETE', `/api/checkout-temp/${token}`);
  forgetSelection();
}

/** Forgets the token after its order was placed: it would only lead to the same order again. */
export function forgetSelection(): void {
  store.set(checkoutTokenAtom, null);
  queryClient.removeQueries({ queryKey: ['member', 'checkout-temp'] });
}

/** The places that a keyword finds. */
export const destinationsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['destinations', keyword],
    queryFn: async ({ signal }) => {
      const path = `/api/search-destination?keyword=${encodeURIComponent(keyword)}`;
      return (await request<{ data: Destination[] }>('GET', path, undefined, signal)).data;
    },
    enabled: keyword !== '',
    staleTime: Infinity,
  });

/** A parcel as the shipping provider asks for it. */
export type Parcel = { destinationId: number; weightKg: string; itemValue: number };

function parcelParams(parcel: Parcel | null): string {
  return new URLSearchParams({
    receiver_destination_id: String(parcel?.destinationId ?? ''),
    weight: parcel?.weightKg ?? '',
    item_value: String(parcel?.itemValue ?? ''),
  }).toString();
}

/** The couriers that take a parcel. */
export const shippingMethodsQuery = (parcel: Parcel | null) =>
  queryOptions({
    queryKey: ['shipping-methods', parcel],
    queryFn: async ({ signal }) => {
      const path = `/api/shipping-methods?${parcelParams(parcel)}`;
      return (await request<{ data: ShippingMethod[] }>('GET', path, undefined, signal)).data;
    },
    enabled: parcel !== null,
  });

/** The services and costs for a parcel. */
export const shippingOptionsQuery = (parcel: Parcel | null) =>
  queryOptions({
    queryKey: ['shipping-options', parcel],
    queryFn: async ({ signal }) => {
      const path = `/api/calculate-shipping?shipper_destination_id=${ORIGIN}&${parcelParams(parcel)}&cod=no`;
      const answer = await request<{ shipping_options: ShippingOption[] }>(
        'GET',
        path,
        undefined,
        signal,
      );
      return answer.shipping_options;
    },
    enabled: parcel !== null,
  });

/** Asks whether a voucher code holds. */
export function checkVoucher(code: string): Promise<VoucherCheck> {
  return request<VoucherCheck>('GET', `/api/vouchers/${encodeURIComponent(code)}`);
}

/** The BV periods that are open. */
export const activePeriodsQuery = queryOptions({
  queryKey: ['active-bv-periods'],
  queryFn: async ({ signal }) =>
    (await request<{ data: BvPeriod[] }>('GET', '/api/active-bv-periods', undefined, signal)).data,
});

/** Places an order; the same checkout token gives the same order again. */
export async function createTransaction(wish: CreateTransaction): Promise<Order> {
  const answer = await request<{ transaction: Order }>('POST', '/api/create-transaction', wish);
  return answer.transaction;
}
