import { coreAtom, type Core } from '@/core';
import { shop } from '@/shop';
import { useAtomValue } from '@/state';

/** Product to be bought. */
type Line = { product_id: number; name: string; quantity: number; pemesananMin: number };

/** Returns the minimum number of pieces of a product that the shop sells. */
export function leastOf({ pemesananMin }: Pick<Line, 'pemesananMin'>): number {
  return shop.minimum_binds ? Math.max(1, pemesananMin) : 1;
}

/** Returns the message if an order has too few pieces of a product; null if it has enough. */
export function shortOf(core: Core, lines: Line[]): string | null {
  const wanted = lines.map((line) => ({
    product_id: line.product_id,
    name: line.name,
    quantity: line.quantity,
    least: leastOf(line),
  }));
  return core.checkMinimum(wanted)?.message ?? null;
}

/** Message that names the product with too few pieces, if there is one. */
export function MinimumNote({ lines }: { lines: Line[] }) {
  const core = useAtomValue(coreAtom);
  const short = core && shortOf(core, lines);
  return short && <p className="mt-3 text-sm font-medium text-danger">{short}</p>;
}
