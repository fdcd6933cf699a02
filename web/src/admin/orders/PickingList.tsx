import type { PrintedOrder } from '@/api/schema';
import { dateTime } from '@/dates';
import { number } from '@/format';
import { picks } from './picking';
import { Sheet, TickCell } from './Sheet';

/** Printed list of the goods to fetch from the shelves for these orders. */
export function PickingList({ orders, at }: { orders: PrintedOrder[]; at: string }) {
  const all = picks(orders);
  const pieces = all.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Sheet label="Daftar ambil barang">
      <div className="flex flex-wrap justify-between gap-x-4 border-b-2 border-black pb-3">
        <p className="text-lg font-semibold">Daftar ambil barang</p>
        <p>
          {dateTime(at)} · {number(orders.length)} pesanan · {number(pieces)} pcs
        </p>
      </div>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-black text-left">
            <th scope="col" className="w-8 py-1.5 font-medium">
              ✓
            </th>
            <th scope="col" className="w-20 py-1.5 font-medium">
              Rak
            </th>
            <th scope="col" className="py-1.5 font-medium">
              Barang
            </th>
            <th scope="col" className="w-16 py-1.5 text-right font-medium">
              Jumlah
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map(({ line, quantity, orders: takers }) => (
            <tr
              key={`${line.product_id} ${line.variant ?? ''}`}
              className="break-inside-avoid border-b border-black/30 align-top"
            >
              <TickCell label="Diambil" />
              <td className="py-2 pr-2 font-semibold wrap-anywhere">{line.shelf || '—'}</td>
              <th scope="row" className="py-2 pr-3 text-left font-normal wrap-anywhere">
                {line.name}
                {line.variant && <span className="block">Varian: {line.variant}</span>}
                <span className="block text-xs">
                  {line.sku && `SKU ${line.sku} · `}
                  {takers
                    .map(({ order_id, quantity: taken }) => `${order_id} × ${number(taken)}`)
                    .join(', ')}
                </span>
              </th>
              <td className="py-2 text-right font-semibold tabular-nums">{number(quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  );
}
