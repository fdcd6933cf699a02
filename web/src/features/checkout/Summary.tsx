import type { SelectedProduct } from '@/api/schema';
import { number, rupiah } from '@/format';
import { CoreTrouble } from '@/components/CoreTrouble';
import { shop } from '@/shop';
import { MinimumNote } from '@/components/minimum';
import { StruckPrice } from '@/components/StruckPrice';
import { useAtomValue } from '@/state';
import { Picture } from '@/ui/Picture';
import { Skeleton } from '@/ui/Skeleton';
import { draftAtom, quoteAtom, serviceAtom, voucherRefusalAtom } from './atoms';

/** Goods of the order and its sums. */
export function Summary({ products }: { products: SelectedProduct[] }) {
  const quote = useAtomValue(quoteAtom);
  const service = useAtomValue(serviceAtom);
  const refused = useAtomValue(voucherRefusalAtom);
  const { voucher } = useAtomValue(draftAtom);
  return (
    <>
      <ul className="grid gap-3">
        {products.map((product) => (
          <li
            key={`${product.product_id} ${product.variant}`}
            className="flex items-center gap-3 text-sm"
          >
            <div className="w-14 shrink-0">
              <Picture picture={product.picture} alt="" sizes={56} className="rounded-xl" />
            </div>
            <div className="min-w-0 flex-1">
              <p className="font-medium">{product.name}</p>
              <p className="flex flex-wrap text-muted tabular-nums">
                <StruckPrice price={product} />
                <span>
                  {[product.variant, `${number(product.quantity)} × ${rupiah(product.harga)}`]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </p>
              {product.quantity > product.stock && (
                <p className="font-semibold text-danger">Stok tidak mencukupi!</p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <dl className="mt-5 grid gap-2 border-t border-line pt-4 text-sm" aria-live="polite">
        <Row name="Subtotal produk">{quote && rupiah(quote.subtotal)}</Row>
        {voucher && !refused && !voucher.shipping_discount && (
          <Row
            name={
              voucher.discount > 0
                ? `Diskon voucher (${number(voucher.discount)}%)`
                : 'Diskon voucher'
            }
          >
            {quote && `−${rupiah(quote.discount)}`}
          </Row>
        )}
        <Row name="Ongkos kirim">{service ? quote && shippingCost(quote.shipping_cost) : '-'}</Row>
        {service && quote && quote.shipping_discount > 0 && (
          <Row name="Ongkir ditanggung voucher">{rupiah(quote.shipping_discount)}</Row>
        )}
        <Row name="BV didapat">{quote && `${number(quote.bv)} BV`}</Row>
        <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3">
          <dt className="font-semibold">Total pembayaran</dt>
          <dd className="ml-auto text-right text-xl font-semibold tabular-nums">
            {quote ? rupiah(quote.total) : <Skeleton className="h-7 w-32" />}
          </dd>
        </div>
      </dl>
      {shop.taxable && <p className="mt-2 text-xs text-muted">Harga produk sudah termasuk PPN.</p>}
      <MinimumNote lines={products} />
      <CoreTrouble />
    </>
  );
}

function shippingCost(cost: number): string {
  return cost === 0 ? 'Gratis' : rupiah(cost);
}

function Row({ name, children }: { name: string; children: string | null }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="ml-auto text-right tabular-nums">
        {children ?? <Skeleton className="h-5 w-24" />}
      </dd>
    </div>
  );
}
