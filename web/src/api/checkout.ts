/** The temporary checkout and all that a buyer chooses from on the way to an order. */
import { query, request } from '@/api/calls';
import { queryClient } from '@/api/client';
import type {
  BvPeriod,
  CreateTransaction,
  Destination,
  Order,
  Selection,
  ShippingOptionList,
} from '@/api/schema';
import { promised } from '@/errors';
import { atom, CHECKOUT_TOKEN, store, tokenAtom } from '@/state';

/** Destination key of the place from which every parcel leaves. */
const ORIGIN = 17579;

// A tab without a checkout of its own begins with the newest of the browser.
const newest = localStorage.getItem(CHECKOUT_TOKEN);
if (newest && !sessionStorage.getItem(CHECKOUT_TOKEN))
  sessionStorage.setItem(CHECKOUT_TOKEN, newest);

const changesAtom = atom(0);

/** The token of this tab's temporary checkout: it buys what it shows, whatever is chosen in other tabs. */
export const checkoutTokenAtom = atom(
  (get) => {
    get(changesAtom);
    // Gone with a logout.
    get(tokenAtom);
    return sessionStorage.getItem(CHECKOUT_TOKEN);
  },
  (_get, set, token: string | null) => {
    // Another tab may have made the newest one.
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
 * Saves what is about to be bought and keeps the token that leads back to it.
 *
 * Every checkout has a token of its own: one that was left behind may stand for an order that was placed unnoticed,
 * and would lead to that order again.
 */
export async function saveSelection(choices: Selection[]): Promise<void> {
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

/** The temporary checkout that a token leads to. */
export const selectionQuery = (token: string | null) => ({
  ...query('/api/checkout-temp/{token}', { token }),
  enabled: token !== null,
});

/** Throws the temporary checkout away. */
export async function cancelSelection(token: string): Promise<void> {
  await request('DELETE /api/checkout-temp/{token}', { params: { token } });
  forgetSelection();
}

/** Forgets the token after its order was placed: it would only lead to the same order again. */
export function forgetSelection(): void {
  const token = store.get(checkoutTokenAtom);
  store.set(checkoutTokenAtom, null);
  queryClient.removeQueries({ queryKey: selectionQuery(token).queryKey });
}

/** The places that a keyword finds. */
export const destinationsQuery = (keyword: string) => ({
  ...query('/api/search-destination', { keyword }),
  select: ({ data }: { data: Destination[] }) => data,
  enabled: keyword !== '',
  staleTime: Infinity,
});

/** A parcel as the shipping provider asks for it. */
export type Parcel = { destinationId: number; weightKg: string; itemValue: number };

const parcelParams = (parcel: Parcel | null) => ({
  receiver_destination_id: parcel?.destinationId,
  weight: parcel?.weightKg,
  item_value: parcel?.itemValue,
});

/** The couriers that take a parcel. */
export const shippingMethodsQuery = (parcel: Parcel | null) => ({
  ...query('/api/shipping-methods', parcelParams(parcel)),
  enabled: parcel !== null,
});

/** The services and costs for a parcel, and what the shop says of paying at the door and of bearing the shipping. */
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

/** Asks whether a voucher code holds. */
export function checkVoucher(code: string) {
  return request('GET /api/vouchers/{code}', { params: { code } });
}

/** The BV periods that are open. */
export const activePeriodsQuery = {
  ...query('/api/active-bv-periods'),
  select: ({ data }: { data: BvPeriod[] }) => data,
};

/** Places an order; the same checkout token gives the same order again. */
export async function createTransaction(body: CreateTransaction): Promise<Order> {
  return (await request('POST /api/create-transaction', { body })).transaction;
}
