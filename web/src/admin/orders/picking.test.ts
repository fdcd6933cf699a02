import { expect, it } from 'vitest';
import type { PrintedLine, PrintedOrder } from '@/api/schema';
import { picks } from './picking';

const line = (product_id: number, shelf: string, quantity: number, variant: string | null = null) =>
  ({ product_id, name: `Produk ${product_id}`, variant, quantity, sku: '', shelf }) as PrintedLine;
const order = (order_id: string, ...lines: PrintedLine[]) => ({ order_id, lines }) as PrintedOrder;

it('groups picks by product in shelf order', () => {
  const all = picks([
    order('KS-1', line(1, 'A-10', 2), line(2, '', 1), line(3, 'A-2', 1, 'Madu')),
    order('KS-2', line(3, 'A-2', 4), line(1, 'A-10', 3)),
    order('KS-3', line(3, 'A-2', 1, 'Madu')),
  ]);
  expect(
    all.map(({ line: { product_id, variant }, quantity, orders }) => [
      product_id,
      variant,
      quantity,
      orders.map(({ order_id, quantity: pieces }) => `${order_id}: ${pieces}`),
    ]),
  ).toEqual([
    [3, null, 4, ['KS-2: 4']],
    [3, 'Madu', 2, ['KS-1: 1', 'KS-3: 1']],
    [1, null, 5, ['KS-1: 2', 'KS-2: 3']],
    [2, null, 1, ['KS-1: 1']],
  ]);
});
