import {
  checkoutTokenAtom,
  selectionQuery,
  shippingMethodsQuery,
  shippingOptionsQuery,
  type Parcel,
} from '@/api/checkout';
import { queryAtom } from '@/api/queryAtom';
import type { Destination, SelectedProduct, VoucherCheck } from '@/api/schema';
import { coreAtom, quoteInput, type Quote } from '@/core';
import { rupiah } from '@/format';
import { OWN } from '@/components/ownWay';
import { atom, claimsAtom, store, storedText } from '@/state';

/** Entries and choices of the buyer; null where left as proposed. */
export type Draft = {
  receiver_name: string | null;
  receiver_phone: string | null;
  receiver_email: string | null;
  receiver_address: string | null;
  destination: Destination | null;
  voucher: VoucherCheck | null;
  periodId: number | null;
  planId: number | null;
  methodId: string | null;
  service: string | null;
  payment: 'online' | 'cod';
};

const emptyDraft: Draft = {
  receiver_name: null,
  receiver_phone: null,
  receiver_email: null,
  receiver_address: null,
  destination: null,
  voucher: null,
  periodId: null,
  planId: null,
  methodId: null,
  service: null,
  payment: 'online',
};

/** Returns an atom that stores a JSON value as long as the tab exists. */
function tabJson<T extends object>(key: string, initial: T) {
  const text = storedText(key, sessionStorage);
  return atom(
    (get): T => {
      const kept = get(text);
      return kept === null ? initial : { ...initial, ...(JSON.parse(kept) as Partial<T>) };
    },
    (get, set, change: Partial<T> | null) => {
      if (change === null) return set(text, null);
      const kept = get(text);
      const before = kept === null ? initial : (JSON.parse(kept) as T);
      set(text, JSON.stringify({ ...before, ...change }));
    },
  );
}

/** Each member has their own draft: two members may use one browser in turn. */
const ownDraftAtom = atom((get) =>
  tabJson(`checkout_draft_${get(claimsAtom)?.sub ?? ''}`, emptyDraft),
);

/** The draft of the order; it survives a reload. */
export const draftAtom = atom(
  (get) => get(get(ownDraftAtom)),
  (get, set, change: Partial<Draft> | null) => set(get(ownDraftAtom), change),
);

const selectionQueryAtom = atom((get) => {
  // A change of the member invalidates the selection.
  get(claimsAtom);
  return queryAtom(selectionQuery(get(checkoutTokenAtom)));
});

/** The temporary checkout: loading, its products, or the reason why it could not be fetched. */
export const selectionAtom = atom((get) => get(get(selectionQueryAtom)));

const goodsAtom = atom((get): Quote | null => {
  const core = get(coreAtom);
  const products = get(selectionAtom).data?.selected_products;
  return core && products ? core.quote(quoteInput(products)) : null;
});

const destinationIdAtom = atom((get) => get(draftAtom).destination?.id ?? null);
const weightAtom = atom((get) => get(goodsAtom)?.weight_kg ?? null);
const itemValueAtom = atom((get) => get(goodsAtom)?.item_value ?? null);

const parcelAtom = atom((get): Parcel | null => {
  const destinationId = get(destinationIdAtom);
  const weightKg = get(weightAtom);
  const itemValue = get(itemValueAtom);
  if (destinationId === null || weightKg === null || itemValue === null) return null;
  return { destinationId, weightKg, itemValue };
});

const methodsQueryAtom = atom((get) => queryAtom(shippingMethodsQuery(get(parcelAtom))));

/** The couriers that take the parcel. */
export const methodsAtom = atom((get) => get(get(methodsQueryAtom)));

/**
 * The chosen courier, or else the first. The shop's own ways must be chosen by the buyer: one may
 * be to collect the order.
 */
export const methodAtom = atom((get) => {
  const methods = get(methodsAtom).data?.data ?? [];
  const { methodId } = get(draftAtom);
  const chosen = methods.find(({ id }) => id === methodId);
  return chosen ?? methods.find(({ id }) => id !== OWN) ?? null;
});

const optionsQueryAtom = atom((get) => queryAtom(shippingOptionsQuery(get(parcelAtom))));

/** All services and costs for the parcel, and the shop's conditions for them. */
export const optionsAtom = atom((get) => get(get(optionsQueryAtom)));

/** Services of the chosen courier. */
export const servicesAtom = atom((get) => {
  const method = get(methodAtom);
  return (get(optionsAtom).data?.shipping_options ?? []).filter(
    ({ shipping_name }) => shipping_name === method?.id,
  );
});

/**
 * The chosen service, or else the courier's first. Of the shop's own ways, a single one is
 * preselected only while nothing was chosen; otherwise null.
 */
export const serviceAtom = atom((get) => {
  const services = get(servicesAtom);
  const { service } = get(draftAtom);
  const chosen = services.find(({ service_name }) => service_name === service);
  const isOpen = get(methodAtom)?.id === OWN && (services.length > 1 || service !== null);
  return chosen ?? (isOpen ? null : (services[0] ?? null));
});

/** Whether a voucher applies to a product. */
function isFor({ only }: VoucherCheck, product: SelectedProduct): boolean {
  return (
    !only ||
    only.products.includes(product.product_id) ||
    only.categories.includes(product.category_id)
  );
}

/**
 * Reason why the voucher gives no discount on the selection, in the server's words; null if it
 * gives one.
 */
export const voucherRefusalAtom = atom((get): string | null => {
  const { voucher } = get(draftAtom);
  const core = get(coreAtom);
  const products = get(selectionAtom).data?.selected_products;
  if (!voucher || !core || !products) return null;
  const covered = products.filter((product) => isFor(voucher, product));
  if (covered.length === 0) return 'Voucher ini tidak berlaku untuk produk yang Anda pilih.';
  if (voucher.shipping_discount && get(serviceAtom)?.shipping_cost === 0)
    return 'Ongkirnya sudah gratis, jadi voucher ini tidak terpakai.';
  const { subtotal } = core.quote(quoteInput(covered));
  return subtotal < (voucher.minimum_rp ?? 0)
    ? 'Belanja Anda belum mencapai minimum untuk voucher ini.'
    : null;
});

/** Quote of the order with all choices so far; null until the rules are loaded. */
export const quoteAtom = atom((get): Quote | null => {
  const core = get(coreAtom);
  const products = get(selectionAtom).data?.selected_products;
  if (!core || !products) return null;
  const voucher = get(voucherRefusalAtom) === null ? get(draftAtom).voucher : null;
  const lines = products.map((product) => ({
    harga: product.harga,
    bv: product.bv,
    beratPengiriman: product.beratPengiriman,
    quantity: product.quantity,
    excluded: voucher !== null && !isFor(voucher, product),
  }));
  return core.quote(quoteInput(lines, voucher, get(serviceAtom)?.shipping_cost ?? 0));
});

/** Whether data for the order's total are still loading. */
const isPendingAtom = atom(
  (get) =>
    get(coreAtom) === null ||
    get(selectionAtom).isLoading ||
    get(methodsAtom).isLoading ||
    get(optionsAtom).isLoading,
);

/** Waits until the order's total is known, or cannot be determined. */
export async function settled(): Promise<void> {
  while (store.get(isPendingAtom))
    await new Promise<void>((resolve) => {
      const stop = store.sub(isPendingAtom, () => {
        // An answer can cause another request, which starts shortly afterwards.
        setTimeout(() => {
          stop();
          resolve();
        });
      });
    });
}

/**
 * Amount still missing for the shop to pay the shipping, in rupiah, with the maximum that it pays; null where nothing
 * is missing.
 */
export const untilFreeAtom = atom((get) => {
  const free = get(optionsAtom).data?.free_shipping;
  const goods = get(goodsAtom);
  if (!free || !goods || goods.subtotal >= free.from_rp) return null;
  return { missing: free.from_rp - goods.subtotal, most: free.most_rp ?? null };
});

/**
 * Reason why cash on delivery is not possible; null if it is possible, or if that is not known yet.
 */
export const codRefusalAtom = atom((get): string | null => {
  const cod = get(optionsAtom).data?.cod;
  const quote = get(quoteAtom);
  if (!cod || !quote) return null;
  if (!cod.offered) return 'Tidak tersedia untuk tujuan ini.';
  if (get(serviceAtom)?.no_cod) return 'Tidak dilayani oleh pengiriman yang dipilih.';
  const most = cod.most_rp ?? Infinity;
  return quote.total > most ? `Hanya untuk pesanan sampai ${rupiah(most)}.` : null;
});

/** Payment method: the chosen one if possible, else online. */
export const paymentAtom = atom((get) =>
  get(codRefusalAtom) === null ? get(draftAtom).payment : 'online',
);
