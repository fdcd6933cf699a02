/** Temporary checkout, and all choices of a buyer on the way to an order. */
import { query, request } from '@/api/calls';
import { queryClient } from '@/api/client';
import type {
  BvPeriod,
  CreateTransaction,
  Destination,
  Order,
  SelectedLine,
  ShippingOptionList,
} from '@/api/schema';
import { promised } from '@/errors';
import { atom, CHECKOUT_TOKEN, store, tokenAtom } from '@/state';

/**
 * Destination id that stands for the shop's origin of parcels, whichever place the owner has set.
 */
const ORIGIN = 17579;

// A tab without its own checkout begins with the newest one of the browser.
const newest = localStorage.getItem(CHECKOUT_TOKEN);
if (newest && !sessionStorage.getItem(CHECKOUT_TOKEN))
  sessionStorage.setItem(CHECKOUT_TOKEN, newest);

const changesAtom = atom(0);

/**
 * Token of this tab's temporary checkout: the tab orders the items that it shows, whatever is
 * chosen in other tabs.
 */
export const checkoutTokenAtom = atom(
  (get) => {
    get(changesAtom);
    // A logout removes the checkout's token.
    get(tokenAtom);
    return sessionStorage.getItem(CHECKOUT_TOKEN);
  },
  (_get, set, token: string | null) => {
    // Another tab may have created the newest one.
    const isNewest =
      localStorage.getItem(CHECKOUT_TOKEN) === sessionStorage.getItem(CHECKOUT_TOKEN);
    if (token) {
      sessionStorage.setItem(CHECKOUT_TOKEN, token);
      localStorage.setItem(CHECKOUT_TOKEN, token);
    } else {
      sessionStorage.removeItem(CHECKOUT_TOKEN);
      if (isNewest) localStorage.removeItem(CHECKOUT_TOKEN);
    }
    set(changesAtom, (count) => count + 1);
  },
);

/**
 * Saves the selection and stores the token that leads back to it.
 *
 * Every checkout has its own token. The token of an abandoned checkout may belong to an order that
 * was placed unnoticed: using it again would return that order.
 */
export async function saveSelection(choices: SelectedLine[]): Promise<void> {
  const draft = await request('POST /api/checkout-temp', {
    body: {
      selected_products: choices.map(({ id, product_id, variant, quantity }) => ({
        id,
        product_id,
        variant,
        quantity,
      })),
      checkout_token: null,
    },
  });
  queryClient.setQueryData(selectionQuery(draft.checkout_token).queryKey, draft);
  store.set(checkoutTokenAtom, draft.checkout_token);
}

/** Query of the temporary checkout that a token leads to. */
export const selectionQuery = (token: string | null) => ({
  ...query('/api/checkout-temp/{token}', { token }),
  enabled: token !== null,
});

/** Deletes the temporary checkout. */
export async function cancelSelection(token: string): Promise<void> {
  await request('DELETE /api/checkout-temp/{token}', { params: { token } });
  forgetSelection();
}

/** Clears the token after its order was placed: it would only lead to the same order again. */
export function forgetSelection(): void {
  const token = store.get(checkoutTokenAtom);
  store.set(checkoutTokenAtom, null);
  queryClient.removeQueries({ queryKey: selectionQuery(token).queryKey });
}

/** Query of the places that match a keyword. */
export const destinationsQuery = (keyword: string) => ({
  ...query('/api/search-destination', { keyword }),
  select: ({ data }: { data: Destination[] }) => data,
  enabled: keyword !== '',
  staleTime: Infinity,
});

/** Parcel, as described to the shipping provider. */
export type Parcel = { destinationId: number; weightKg: string; itemValue: number };

const parcelParams = (parcel: Parcel | null) => ({
  receiver_destination_id: parcel?.destinationId,
  weight: parcel?.weightKg,
  item_value: parcel?.itemValue,
});

/** Query of the couriers that accept a parcel. */
export const shippingMethodsQuery = (parcel: Parcel | null) => ({
  ...query('/api/shipping-methods', parcelParams(parcel)),
  enabled: parcel !== null,
});

/**
 * Query of the services and costs for a parcel, with the shop's terms for cash on delivery and for
 * bearing the shipping cost.
 */
export const shippingOptionsQuery = (parcel: Parcel | null) => ({
  ...query('/api/calculate-shipping', {
    shipper_destination_id: ORIGIN,
    ...parcelParams(parcel),
    cod: 'no',
  }),
  select: (answer: ShippingOptionList) => ({
    ...answer,
    shipping_options: promised(answer.shipping_options),
  }),
  enabled: parcel !== null,
});

/** Checks whether a voucher code is valid. */
export function checkVoucher(code: string) {
  return request('GET /api/vouchers/{code}', { params: { code } });
}

/** Query of the open BV periods. */
export const activePeriodsQuery = {
  ...query('/api/active-bv-periods'),
  select: ({ data }: { data: BvPeriod[] }) => data,
};

/** Places an order; the same checkout token returns the same order again. */
export async function createTransaction(body: CreateTransaction): Promise<Order> {
  return (await request('POST /api/create-transaction', { body })).transaction;
}
