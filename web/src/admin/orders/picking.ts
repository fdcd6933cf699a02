/** Goods fetched from the shelves for some orders. */
import type { PrintedLine, PrintedOrder } from '@/api/schema';

/** A product, or a variant of one, to be fetched for some orders. */
export type Pick = {
  line: PrintedLine;
  /** Total pieces in all orders. */
  quantity: number;
  /** Orders that contain the product, with the quantity in each. */
  orders: { order_id: string; quantity: number }[];
};

const byPlace = new Intl.Collator('id', { numeric: true });

/** Lists every product once, in the order of the shelves; products without a shelf come last. */
export function picks(orders: PrintedOrder[]): Pick[] {
  const found = new Map<string, Pick>();
  for (const { order_id, lines } of orders)
    for (const line of lines) {
      const key = `${line.product_id} ${line.variant ?? ''}`;
      const pick = found.get(key) ?? { line, quantity: 0, orders: [] };
      pick.quantity += line.quantity;
      pick.orders.push({ order_id, quantity: line.quantity });
      found.set(key, pick);
    }
  const place = ({ line: { shelf, name, variant } }: Pick) =>
    [shelf ? 0 : 1, shelf, name, variant ?? ''] as const;
  return [...found.values()].toSorted((a, b) => {
    const [left, right] = [place(a), place(b)];
    return (
      left[0] - right[0] ||
      byPlace.compare(left[1], right[1]) ||
      byPlace.compare(left[2], right[2]) ||
      byPlace.compare(left[3], right[3])
    );
  });
}
