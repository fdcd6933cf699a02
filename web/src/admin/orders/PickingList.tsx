import type { PrintedOrder } from '@/api/schema';
import { dateTime } from '@/dates';
import { number } from '@/format';
import { picks } from './picking';

/** What is fetched from the shelves for these orders: black on white, whatever the theme. */
export function PickingList({ orders, at }: { orders: PrintedOrder[]; at: string }) {
  const all = picks(orders);
  const pieces = all.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article
      aria-label="Daftar ambil barang"
      className="w-full max-w-[180mm] bg-white p-6 text-sm text-black shadow sm:w-[180mm] sm:p-10 print:w-auto print:max-w-none print:p-0 print:shadow-none"
    >
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
              <td aria-label="Diambil" className="py-2">
                <span aria-hidden className="inline-block size-4 border border-black" />
              </td>
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
    </article>
  );
}
