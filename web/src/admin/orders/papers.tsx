/** What is printed of an order: black on white, whatever the theme. */
import type { PrintedOrder, Sender } from '@/api/schema';
import { date } from '@/dates';
import { number, rupiah } from '@/format';
import { pictureUrl } from '@/pictures';
import { shop } from '@/shop';
import { weight } from './words';

type Props = { order: PrintedOrder; sender: Sender };

const paper =
  'bg-white text-black shadow print:shadow-none break-inside-avoid break-after-page last:break-after-auto';

/** A packing slip: what belongs into the parcel. */
export function Slip({ order, sender }: Props) {
  const { receiver, lines } = order;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article
      aria-label={`Slip ${order.order_id}`}
      className={`${paper} w-full max-w-[180mm] p-6 text-sm sm:w-[180mm] sm:p-10 print:w-auto print:max-w-none print:p-0`}
    >
      <div className="flex flex-wrap justify-between gap-4 border-b-2 border-black pb-3">
        <div>
          {shop.logo && shop.logo !== 'k-smart' && (
            <img
              src={pictureUrl(shop.logo)}
              alt=""
              width={shop.logo_width}
              height={36}
              className="mb-2 h-9 w-auto object-contain"
            />
          )}
          <p className="text-lg font-semibold">{sender.name}</p>
          {sender.phone && <p>{sender.phone}</p>}
        </div>
        <div className="sm:text-right print:text-right">
          <p className="text-lg font-semibold break-all">{order.order_id}</p>
          <p>{date(order.created_at)}</p>
        </div>
      </div>
      <div className="grid gap-4 py-4 sm:grid-cols-2 print:grid-cols-2">
        <div className="min-w-0">
          <p className="text-xs uppercase">Penerima</p>
          <p className="font-semibold">{receiver.name}</p>
          <p>{receiver.phone}</p>
          <p className="wrap-anywhere">{receiver.address}</p>
        </div>
        <div className="min-w-0">
          <p className="text-xs uppercase">Kurir</p>
          <p className="font-semibold">{order.courier}</p>
          {order.resi && <p className="break-all">Resi {order.resi}</p>}
          <p>Berat {weight(order.weight_gr)}</p>
          {order.cod_rp != null && <p className="font-semibold">COD {rupiah(order.cod_rp)}</p>}
        </div>
      </div>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-y border-black text-left">
            <th scope="col" className="w-10 py-1.5 font-medium">
              ✓
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
          {lines.map(({ name, variant, quantity }) => (
            <tr key={`${name} ${variant ?? ''}`} className="border-b border-black/30 align-top">
              <td aria-label="Diperiksa" className="py-2">
                <span aria-hidden className="inline-block size-4 border border-black" />
              </td>
              <th scope="row" className="py-2 pr-3 text-left font-normal wrap-anywhere">
                {name}
                {variant && <span className="block">Varian: {variant}</span>}
              </th>
              <td className="py-2 text-right font-semibold tabular-nums">{number(quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pt-3 text-right font-semibold">{number(pieces)} pcs</p>
      {order.taxed && (
        <p className="text-right">
          Total {rupiah(order.taxed.total_rp)}, harga barang termasuk PPN{' '}
          {rupiah(order.taxed.vat_rp)}
        </p>
      )}
    </article>
  );
}

/** An address label of an A6 sheet. */
export function Label({ order, sender }: Props) {
  const { receiver } = order;
  return (
    <article
      aria-label={`Label ${order.order_id}`}
      className={`${paper} flex min-h-[138mm] w-full max-w-[97mm] flex-col border border-black text-sm print:min-h-[138mm]`}
    >
      <div className="flex items-center justify-between gap-3 border-b border-black p-3">
        <p className="min-w-0 text-lg font-bold wrap-anywhere">{order.courier}</p>
        <p className="text-right whitespace-nowrap">{weight(order.weight_gr)}</p>
      </div>
      <div className="border-b border-black p-3">
        <p className="text-xs uppercase">Resi</p>
        <p className="font-mono text-xl font-bold break-all">{order.resi ?? '—'}</p>
      </div>
      <div className="grow p-3">
        <p className="text-xs uppercase">Kepada</p>
        <p className="text-lg leading-snug font-bold wrap-anywhere">{receiver.name}</p>
        <p className="font-semibold">{receiver.phone}</p>
        <p className="mt-1 text-base leading-snug wrap-anywhere">{receiver.address}</p>
      </div>
      {order.cod_rp != null && (
        <p className="border-y-2 border-black bg-black p-2 text-center text-lg font-bold text-white [print-color-adjust:exact]">
          TAGIH COD {rupiah(order.cod_rp)}
        </p>
      )}
      <div className="border-t border-black p-3 text-xs">
        <p className="uppercase">Dari</p>
        <p className="font-semibold">
          {sender.name}
          {sender.phone && ` · ${sender.phone}`}
        </p>
        {sender.address && <p className="wrap-anywhere">{sender.address}</p>}
        <p className="mt-1">
          Pesanan {order.order_id} · {date(order.created_at)}
        </p>
      </div>
    </article>
  );
}
