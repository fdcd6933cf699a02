/** Steps from the draft to an order: the required choices, and the request that is sent. */
import type {
  BvPeriod,
  CreateTransaction,
  SelectedProduct,
  ShippingOption,
  User,
} from '@/api/schema';
import { loadCore, type Quote } from '@/core';
import type { Draft } from './atoms';

/** Receiver of the parcel. */
export type Receiver = Record<
  'receiver_name' | 'receiver_phone' | 'receiver_email' | 'receiver_address',
  string
>;

/** The refused fields, with their error messages. */
export type Errors = Partial<Record<keyof Receiver | 'destination' | 'method', string>>;

/** Message to shoppers while no BV period runs: an order could not be counted. */
export const NO_PERIOD =
  'Toko sedang tidak menerima pesanan karena tidak ada periode BV yang berjalan. Pilihan Anda tetap tersimpan; silakan coba lagi nanti.';

/** Returns the receiver as typed; fields without input come from the member. */
export function receiverOf(draft: Draft, me: User | undefined): Receiver {
  return {
    receiver_name: draft.receiver_name ?? me?.name ?? '',
    receiver_phone: draft.receiver_phone ?? me?.no_hp ?? '',
    receiver_email: draft.receiver_email ?? me?.email ?? '',
    receiver_address: draft.receiver_address ?? me?.alamat ?? '',
  };
}

/** Returns the chosen period while it runs, or else the first running one. */
export function periodOf({ periodId }: Draft, periods: BvPeriod[] | undefined) {
  return periods?.find(({ id }) => id === periodId) ?? periods?.[0];
}

/** Returns the chosen plan, or else the member's own. */
export function planOf({ planId }: Draft, me: User): number {
  return planId ?? me.id_plan;
}

/** Returns errors that prevent the order. */
export async function check(
  receiver: Receiver,
  draft: Draft,
  service: ShippingOption | null,
): Promise<Errors> {
  const core = await loadCore();
  const errors: Errors = {};
  for (const { field, message } of core.checkReceiver(receiver))
    errors[field as keyof Receiver] ??= message;
  if (!draft.destination) errors.destination = 'Please enter destination keyword';
  else if (!service) errors.method = 'Pilih metode pengiriman terlebih dahulu';
  return errors;
}

/** Data from which the request for an order is built. */
export type Parts = {
  me: User;
  receiver: Receiver;
  draft: Draft;
  payment: Draft['payment'];
  products: SelectedProduct[];
  quote: Quote;
  service: ShippingOption;
  periodId: number;
  planId: number;
  token: string;
};

/** Returns the order as sent to the server. */
export function transactionOf(parts: Parts): CreateTransaction {
  const { me, receiver, draft, payment, products, quote, service, periodId, planId, token } = parts;
  if (!draft.destination) throw new Error('the draft was not checked');
  return {
    ...receiver,
    userId: me.id,
    id_plan: planId,
    receiver_address: `${receiver.receiver_address}, ${draft.destination.label}`,
    gross_amount: quote.total,
    voucher_code: draft.voucher?.code ?? null,
    shipping_cost: service.shipping_cost,
    shipping_method: `${service.shipping_name} - ${service.service_name}`,
    payment_method: payment,
    products: products.map(({ id, product_id, variant, quantity }) => ({
      id,
      product_id,
      variant,
      quantity,
    })),
    bv_period_id: periodId,
    checkout_token: token,
    receiver_destination_id: draft.destination.id,
  };
}
