import type { ReactNode } from 'react';
import type { Order, OrderProduct } from '@/api/schema';
import { useAtomValue } from '@/state';
import { coreAtom, quoteInput } from '@/core';
import { number, rupiah } from '@/format';
import { paths } from '@/paths';
import { BvBadge } from '@/components/BvBadge';
import { CoreTrouble } from '@/components/CoreTrouble';
import { Link } from '@/ui/Link';
import { Picture } from '@/ui/Picture';
import { Skeleton } from '@/ui/Skeleton';
import { ProductReview } from './OrderReviews';
import { bvOf } from './status';

/** A name and its value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="grid grid-cols-[6.5rem_1fr] gap-2">
      <span className="text-muted">{name}</span>
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}

/** The products of an order, line by line. */
export function OrderLines({ order }: { order: Order }) {
  return (
    <section className="py-5">
      <h3 className="font-semibold">Produk</h3>
      <ul className="mt-3 grid gap-4">
        {order.products.map((product) => (
          <OrderLine key={product.id} order={order} product={product} />
        ))}
      </ul>
      <CoreTrouble />
    </section>
  );
}

function OrderLine({ order, product }: { order: Order; product: OrderProduct }) {
  const core = useAtomValue(coreAtom);
  const line = { ...product, harga: product.price, beratPengiriman: 0 };
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1">
      <div className="w-16 shrink-0">
        <Picture picture={product.picture} alt="" sizes={64} className="rounded-xl" />
      </div>
      <div className="min-w-0 flex-1 text-sm">
        <Link
          to={paths.product({ id: product.product_id, name: product.name })}
          className="font-medium hover:text-brand hover:underline"
        >
          {product.name}
        </Link>
        {product.variant && <p className="text-muted">{product.variant}</p>}
        <p className="mt-1 flex flex-wrap items-center gap-2 text-muted tabular-nums">
          {rupiah(product.price)} × {number(product.quantity)}
          <BvBadge bv={product.bv} />
        </p>
      </div>
      <div className="text-right text-sm font-semibold tabular-nums">
        {core ? rupiah(core.quote(quoteInput([line])).subtotal) : <Skeleton className="h-5 w-24" />}
      </div>
      <div className="mt-1 w-full pl-20 empty:hidden">
        <ProductReview order={order} product={product} />
      </div>
    </li>
  );
}

/** Sums of an order, as charged. */
export function OrderSummary({ order, plan }: { order: Order; plan: string }) {
  const minus = order.discount_amount > 0 ? '−' : '';
  const rows = [
    ['Plan BV', plan],
    ['Periode BV', order.bv_period_name],
    ['BV didapat', `${number(bvOf(order))} BV`],
    ...(order.returned_bv > 0
      ? [
          [
            'BV dikembalikan',
            `${number(order.returned_bv)} dari ${number(order.total_bv)} BV`,
          ] as const,
        ]
      : []),
    ['Subtotal produk', rupiah(order.subtotal)],
    ['Subtotal pengiriman', rupiah(order.shipping_cost)],
    ...(order.shipping_discount > 0
      ? [['Ongkir ditanggung voucher', rupiah(order.shipping_discount)] as const]
      : []),
    [
      // A voucher may take off an amount in rupiah.
      order.discount > 0 || !order.voucher_code
        ? `Diskon voucher produk (${number(order.discount)}%)`
        : 'Diskon voucher produk',
      `${minus}${rupiah(order.discount_amount)}`,
    ],
  ] as const;
  return (
    <section className="py-5">
      <h3 className="font-semibold">Ringkasan</h3>
      <dl className="mt-3 grid gap-2 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{name}</dt>
            <dd className="ml-auto text-right tabular-nums">{value}</dd>
          </div>
        ))}
        <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3">
          <dt className="font-semibold">Total Pesanan</dt>
          <dd className="ml-auto text-right text-xl font-semibold tabular-nums">
            {rupiah(order.gross_amount)}
          </dd>
        </div>
        {order.charged != null && (
          <div className="flex flex-wrap justify-between gap-x-4 text-muted">
            <dt>Dibayar di penyedia pembayaran</dt>
            <dd className="ml-auto text-right tabular-nums">{rupiah(order.charged)}</dd>
          </div>
        )}
        {order.vat_rp != null && (
          <div className="flex flex-wrap justify-between gap-x-4 text-muted">
            <dt>Termasuk PPN dalam harga produk</dt>
            <dd className="ml-auto text-right tabular-nums">{rupiah(order.vat_rp)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
