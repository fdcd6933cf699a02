/** Papers printed for the courier: black on white, whatever the theme. */
import type { Papers, PrintedOrder, Sender } from '@/api/schema';
import { date } from '@/dates';
import { rupiah } from '@/format';
import { Barcode } from './Barcode';
import { labelSizes, type LabelSize } from './labelSizes';
import { weight } from './labels';

type Props = { papers: Papers; size: LabelSize };

/** Address labels as laid out on their paper: one on a page, or four on a sheet of A4. */
export function ParcelLabels({ papers: { orders, sender }, size }: Props) {
  const perPage = size === 'a4' ? 4 : 1;
  const pages = orders.flatMap((_, place) =>
    place % perPage === 0 ? [orders.slice(place, place + perPage)] : [],
  );
  return (
    <div className="grid justify-center gap-6 print:-mt-5 print:block">
      {pages.map((page) => (
        <div
          key={page[0]?.order_id}
          className={`break-after-page last:break-after-auto ${size === 'a4' ? 'grid gap-6 print:h-[296mm] print:grid-cols-2 print:grid-rows-2 print:gap-0' : ''}`}
        >
          {page.map((order) => (
            <div key={order.order_id} className={size === 'a4' ? 'print:p-[4mm]' : ''}>
              <Label order={order} sender={sender} size={size} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

type LabelProps = { order: PrintedOrder; sender: Sender; size: LabelSize };

/** Address label in the size of the paper that it is printed on. */
function Label({ order, sender, size }: LabelProps) {
  const { receiver } = order;
  return (
    <article
      aria-label={`Label ${order.order_id}`}
      className={`flex w-full flex-col bg-white text-black shadow break-inside-avoid print:shadow-none border border-black text-sm ${labelSizes[size].label}`}
    >
      <div className="flex items-center justify-between gap-3 border-b border-black p-3">
        <p className="min-w-0 text-lg font-bold wrap-anywhere">{order.courier}</p>
        <p className="text-right whitespace-nowrap">{weight(order.weight_gr)}</p>
      </div>
      <div className="border-b border-black p-3">
        <p className="text-xs uppercase">Resi</p>
        <p className="font-mono text-xl font-bold break-all">{order.resi ?? '—'}</p>
        {order.resi && <Barcode text={order.resi} className="mt-1 h-[14mm]" />}
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
        <Barcode text={order.order_id} className="mt-1 h-[9mm]" />
      </div>
    </article>
  );
}
