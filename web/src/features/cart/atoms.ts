import { cartAtom } from '@/api/cart';
import type { CartLine } from '@/api/schema';
import { coreAtom, quoteInput, type Quote } from '@/core';
import { atom } from '@/state';

/** The ids of the lines that are ticked for the checkout. */
const tickedIdsAtom = atom<ReadonlySet<number>>(new Set<number>());

/** The ticked lines, with their current data in the cart. */
export const tickedLinesAtom = atom((get) => {
  const ticked = get(tickedIdsAtom);
  return (get(cartAtom).data ?? []).filter(({ id }) => ticked.has(id));
});

/** Ticks or unticks lines. */
export const tickAtom = atom(null, (get, set, lines: CartLine[], on: boolean) => {
  const ticked = new Set(get(tickedIdsAtom));
  for (const { id } of lines) {
    if (on) ticked.add(id);
    else ticked.delete(id);
  }
  set(tickedIdsAtom, ticked);
});

/** Quote of the ticked lines; null until the rules are loaded. */
export const totalsAtom = atom((get): Quote | null => {
  const core = get(coreAtom);
  return core && core.quote(quoteInput(get(tickedLinesAtom)));
});
