/** The one door to the rules compiled to WebAssembly; it is fetched once, when first needed. */
import type * as Core from 'ksmart-core-wasm';
import { atom } from '@/state';

export type { FieldError, PlanVolumes, Quote, QuoteInput } from 'ksmart-core-wasm';

let loading: Promise<typeof Core> | undefined;

/** Loads the rules; a failed load is tried again at the next call. */
export function loadCore(): Promise<typeof Core> {
  loading ??= import('ksmart-core-wasm').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

const loadedAtom = atom<typeof Core | null>(null);
loadedAtom.onMount = (set) => {
  let wanted = true;
  const attempt = () => {
    loadCore().then(
      (core) => wanted && set(core),
      () => wanted && setTimeout(attempt, 3000),
    );
  };
  attempt();
  return () => {
    wanted = false;
  };
};

/** The rules, or null while they are on their way. */
export const coreAtom = atom((get) => get(loadedAtom));

/** A cart's line as far as its price depends on it. */
export type PricedLine = { harga: number; bv: number; beratPengiriman: number; quantity: number };

/** What is asked of a quote: lines, voucher percent and shipping cost. */
export function quoteInput(lines: PricedLine[], percent = 0, shippingCost = 0): Core.QuoteInput {
  return {
    lines: lines.map((line) => ({
      price: line.harga,
      bv: line.bv,
      weight_gr: line.beratPengiriman,
      quantity: line.quantity,
    })),
    discount_percent: String(percent),
    shipping_cost: shippingCost,
  };
}
