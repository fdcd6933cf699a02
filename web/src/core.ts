/** The one door to the rules compiled to WebAssembly; it is fetched once, when first needed. */
import type * as Rules from 'ksmart-core-wasm';
import { ApiError, OFFLINE } from '@/errors';
import { atom } from '@/state';

/** The rules. */
export type Core = typeof Rules;
export type { FieldError, PlanVolumes, Quote, QuoteInput } from 'ksmart-core-wasm';

/** Longest time for which a page waits for the rules before it says that they are not there, in milliseconds. */
export const LONGEST = 6000;

/** Longest time for which a press waits for them, in milliseconds: a slow network is not a missing one. */
export const LONGEST_PRESSED = 20_000;

let loading: Promise<Core> | undefined;

function fetched(): Promise<Core> {
  loading ??= import('ksmart-core-wasm').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Loads the rules; what does not come within `longest` milliseconds fails as a call of the server does, and may come until
 * the next try.
 */
export function loadCore(longest = LONGEST_PRESSED): Promise<Core> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ApiError(OFFLINE, 0, 'offline', false));
    setTimeout(fail, longest);
    fetched().then(resolve, fail);
  });
}

const loadedAtom = atom<Core | 'trouble' | null>(null);
loadedAtom.onMount = (set) => {
  let wanted = true;
  const attempt = () => {
    loadCore(LONGEST).then(
      (core) => wanted && set(core),
      () => {
        if (!wanted) return;
        set('trouble');
        setTimeout(attempt, 3000);
      },
    );
  };
  attempt();
  return () => {
    wanted = false;
  };
};

/** The rules, or null while they are on their way. */
export const coreAtom = atom((get) => {
  const loaded = get(loadedAtom);
  return loaded === 'trouble' ? null : loaded;
});

/** Whether the rules did not come; they are asked for until they do. */
export const coreTroubleAtom = atom((get) => get(loadedAtom) === 'trouble');

/** A cart's line as far as its price depends on it. */
export type PricedLine = {
  harga: number;
  bv: number;
  beratPengiriman: number;
  quantity: number;
  /** Whether the voucher is for other products. */
  excluded?: boolean;
};

/** Reduction by a voucher, as the server states it. */
type Reduction = {
  discount: number;
  discount_most?: number | null;
  discount_amount?: number | null;
  shipping_discount?: number | null;
};

/** Builds the input of a quote: lines, the voucher's reduction, and the shipping cost. */
export function quoteInput(
  lines: PricedLine[],
  voucher: Reduction | null = null,
  shippingCost = 0,
): Rules.QuoteInput {
  return {
    lines: lines.map((line) => ({
      price: line.harga,
      bv: line.bv,
      weight_gr: line.beratPengiriman,
      quantity: line.quantity,
      excluded: line.excluded ?? false,
    })),
    discount_percent: String(voucher?.discount ?? 0),
    discount_most: voucher?.discount_most ?? undefined,
    discount_amount: voucher?.discount_amount ?? 0,
    shipping_cost: shippingCost,
    shipping_discount: voucher?.shipping_discount ?? 0,
  };
}
