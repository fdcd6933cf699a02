import type { PrintedOrder, Sender } from '@/api/schema';
import { date } from '@/dates';
import { number, rupiah } from '@/format';
import { pictureUrl } from '@/pictures';
import { shop } from '@/shop';
import { Barcode } from './Barcode';
import { Place } from './Place';
import { Sheet, TickCell } from './Sheet';
import { weight } from './labels';

type Props = { order: PrintedOrder; sender: Sender };

/** Packing slip: the contents of the parcel. */
export function Slip({ order, sender }: Props) {
  const { receiver, lines } = order;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Sheet
      label={`Slip ${order.order_id}`}
      className="break-inside-avoid break-after-page last:break-after-auto"
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
          <Barcode text={order.order_id} className="mt-2 h-10 max-w-56 sm:ml-auto print:ml-auto" />
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
          {lines.map((line) => (
            <tr
              key={`${line.name} ${line.variant ?? ''}`}
              className="border-b border-black/30 align-top"
            >
              <TickCell label="Diperiksa" />
              <th scope="row" className="py-2 pr-3 text-left font-normal wrap-anywhere">
                {line.name}
                {line.variant && <span className="block">Varian: {line.variant}</span>}
                <Place codes={line} />
              </th>
              <td className="py-2 text-right font-semibold tabular-nums">
                {number(line.quantity)}
              </td>
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
    </Sheet>
  );
}
