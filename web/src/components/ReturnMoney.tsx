import type { ReturnKind, ReturnQuote } from '@/api/schema';
import { number, rupiah } from '@/format';

type Props = { kind: ReturnKind; money: ReturnQuote };

/** Worth of returned goods, to the rupiah; split into its parts by the server. */
export function ReturnMoney({ kind, money }: Props) {
  if (kind === 'replacement')
    return (
      <p className="text-sm text-muted">
        Barangnya diganti dengan yang sama. Tidak ada uang atau BV yang berubah.
      </p>
    );
  const rows = [
    ['Harga barang', money.goods_rp, true],
    ['Bagian potongan voucher', -money.discount_rp, money.discount_rp > 0],
    ['Bagian ongkos kirim', money.shipping_rp, money.shipping_rp > 0],
    ['Potongan pembelian kembali', -money.deduction_rp, money.deduction_rp > 0],
  ] as const;
  return (
    <>
      <dl className="grid gap-2 text-sm">
        {rows.map(
          ([name, amount, shown]) =>
            shown && (
              <div key={name} className="flex justify-between gap-4">
                <dt className="text-muted">{name}</dt>
                <dd className="whitespace-nowrap tabular-nums">{rupiah(amount)}</dd>
              </div>
            ),
        )}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-semibold">Dana kembali</dt>
          <dd className="text-xl font-semibold whitespace-nowrap tabular-nums">
            {rupiah(money.refund_rp)}
          </dd>
        </div>
        {money.points > 0 && (
          <div className="flex justify-between gap-4">
            <dt className="text-muted">BV yang dikurangkan</dt>
            <dd className="whitespace-nowrap tabular-nums">{number(money.points)} BV</dd>
          </div>
        )}
      </dl>
      {money.keeps_shipping && (
        <p className="mt-2 text-sm text-muted">Ongkir tidak kembali: berubah pikiran.</p>
      )}
    </>
  );
}
