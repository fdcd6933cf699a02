/** Sole importer of the rules compiled to WebAssembly; they are fetched once, when first needed. */
import type * as Rules from 'ksmart-core-wasm';
import { ApiError, OFFLINE } from '@/errors';
import { atom } from '@/state';

/** Module with the compiled rules. */
export type Core = typeof Rules;
export type { FieldError, PlanVolumes, Quote, QuoteInput } from 'ksmart-core-wasm';

/** Maximum time that a page waits for the rules before it reports an error, in milliseconds. */
export const LONGEST = 6000;

/** Maximum time that a press waits for the rules, in milliseconds; long enough for a slow network. */
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
 * Loads the rules; after `longest` milliseconds it fails like a call to the server, and the rules
 * may still arrive before the next attempt.
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

/** Module with the rules; null while it is loading, or has failed to load. */
export const coreAtom = atom((get) => {
  const loaded = get(loadedAtom);
  return loaded === 'trouble' ? null : loaded;
});

/** Whether the rules failed to load; loading is repeated until it succeeds. */
export const coreTroubleAtom = atom((get) => get(loadedAtom) === 'trouble');

/** Line of a cart, limited to the data that its price depends on. */
export type PricedLine = {
  harga: number;
  bv: number;
  beratPengiriman: number;
  quantity: number;
  /** Whether the voucher is for other products only. */
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
