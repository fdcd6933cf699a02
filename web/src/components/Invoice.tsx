import type { MemberReturn, PaymentStatus, Seller } from '@/api/schema';
import { date } from '@/dates';
import { number, rupiah } from '@/format';
import { Paper, PaperFacts } from '@/components/Paper';
import { pictureUrl } from '@/pictures';
import { shop } from '@/shop';

/** Contents of an invoice of an order, for any reader. Amounts are rupiah. */
export type Bill = {
  number: string;
  placed: string;
  buyer: string;
  receiver: string;
  phone: string;
  address: string;
  /** Payment method, in words. */
  method: string;
  payment: PaymentStatus;
  courier: string;
  lines: {
    id: number;
    name: string;
    variant?: string | null;
    price: number;
    quantity: number;
    total: number;
  }[];
  subtotal: number;
  voucher: string | null | undefined;
  discount: number;
  shipping: number;
  total: number;
  /** Value-added tax in the price of the goods; nothing if the shop was not a taxable business. */
  vat: number | null | undefined;
  /** Returns of the order, in any state. */
  returns: readonly MemberReturn[];
  /** Legal entity that sells. */
  seller: Seller;
};

const states: Record<PaymentStatus, string> = {
  pending: 'Belum dibayar',
  success: 'Lunas',
  failed: 'Pembayaran gagal',
  expired: 'Lewat batas bayar',
  cancelled: 'Dibatalkan',
  refunded: 'Dana dikembalikan',
};

/**
 * Number of returned pieces of a line: those received, or those requested while nothing has been
 * received.
 */
function pieces({ quantity, saleable, damaged }: MemberReturn['lines'][number]): number {
  return saleable == null || damaged == null ? quantity : saleable + damaged;
}

/** Invoice of an order, with the shop's letterhead. */
export function Invoice({ bill }: { bill: Bill }) {
  const { seller } = bill;
  const facts = [
    ['Nomor', bill.number],
    ['Tanggal', date(bill.placed)],
    ['Pembeli', bill.buyer],
    ['Dikirim kepada', `${bill.receiver}, ${bill.phone}`],
    ['Alamat', bill.address],
    ['Kurir', bill.courier],
    ['Pembayaran', `${bill.method} · ${states[bill.payment]}`],
  ] as const;
  const sums = [
    ['Subtotal produk', bill.subtotal],
    ...(bill.discount > 0
      ? ([[`Diskon${bill.voucher ? ` (voucher ${bill.voucher})` : ''}`, -bill.discount]] as const)
      : []),
    ['Ongkos kirim', bill.shipping],
  ] as const;
  const returned = bill.returns.filter(({ state }) => state === 'refunded');
  const back = returned.reduce((sum, { refund_rp }) => sum + refund_rp, 0);
  return (
    <Paper label={`Invoice ${bill.number}`}>
      <div className="flex flex-wrap justify-between gap-4 border-b-2 border-black pb-3">
        <div className="min-w-0">
          {shop.logo && shop.logo !== 'k-smart' && (
            <img
              src={pictureUrl(shop.logo)}
              alt=""
              width={shop.logo_width}
              height={36}
              className="mb-2 h-9 w-auto object-contain"
            />
          )}
          <p className="text-lg font-semibold wrap-anywhere">{shop.name}</p>
          {seller.name !== shop.name && <p className="wrap-anywhere">{seller.name}</p>}
          {seller.address && <p className="max-w-prose wrap-anywhere">{seller.address}</p>}
          {seller.tax_number && <p className="tabular-nums">NPWP {seller.tax_number}</p>}
          <p>{[shop.phone, shop.email].filter(Boolean).join(' · ')}</p>
        </div>
        <p className="text-lg font-semibold">Invoice</p>
      </div>
      <PaperFacts facts={facts} />
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-y border-black text-left">
            <th scope="col" className="py-1.5 font-medium">
              Barang
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-medium">
              Jumlah
            </th>
            <th
              scope="col"
              className="py-1.5 pl-3 text-right font-medium max-sm:hidden print:table-cell"
            >
              Harga
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-medium">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {bill.lines.map(({ id, name, variant, price, quantity, total }) => (
            <tr key={id} className="border-b border-black/30 align-top">
              <th scope="row" className="py-2 text-left font-normal wrap-anywhere">
                {name}
                {variant && <span className="block">Varian: {variant}</span>}
              </th>
              <td className="py-2 pl-3 text-right tabular-nums">{number(quantity)}</td>
              <td className="py-2 pl-3 text-right whitespace-nowrap tabular-nums max-sm:hidden print:table-cell">
                {rupiah(price)}
              </td>
              <td className="py-2 pl-3 text-right whitespace-nowrap tabular-nums">
                {rupiah(total)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {returned.length > 0 && (
        <section className="mt-4 border-b border-black/30 pb-3">
          <h2 className="font-medium">Dikembalikan</h2>
          <ul className="mt-1 grid gap-1">
            {returned.flatMap(({ number: id, lines }) =>
              lines
                .filter((line) => pieces(line) > 0)
                .map((line) => (
                  <li key={`${id} ${line.line_id}`} className="wrap-anywhere">
                    {number(pieces(line))} × {line.name}
                    {line.variant && `, varian ${line.variant}`} ({id})
                  </li>
                )),
            )}
          </ul>
        </section>
      )}
      <dl className="mt-4 ml-auto grid max-w-sm gap-1">
        {sums.map(([name, amount]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt>{name}</dt>
            <dd className="tabular-nums">{rupiah(amount)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-black pt-2 text-base font-semibold">
          <dt>Total</dt>
          <dd className="tabular-nums">{rupiah(bill.total)}</dd>
        </div>
        {bill.vat != null && (
          <div className="flex justify-between gap-4">
            <dt>Termasuk PPN dalam harga barang</dt>
            <dd className="tabular-nums">{rupiah(bill.vat)}</dd>
          </div>
        )}
        {returned.length > 0 && (
          <>
            <div className="flex justify-between gap-4">
              <dt>Dana kembali untuk barang yang dikembalikan</dt>
              <dd className="tabular-nums">{rupiah(-back)}</dd>
            </div>
            <div className="flex justify-between gap-4 text-base font-semibold">
              <dt>Total setelah pengembalian</dt>
              <dd className="tabular-nums">{rupiah(bill.total - back)}</dd>
            </div>
          </>
        )}
      </dl>
    </Paper>
  );
}
