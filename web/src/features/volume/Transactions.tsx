import { ReceiptText, Search } from 'lucide-react';
import type { usePages } from '@/api/pages';
import type { BvReport, BvTransaction, Plan } from '@/api/schema';
import { dateTime } from '@/dates';
import { number, rupiah } from '@/format';
import { paths } from '@/paths';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { LoadMore } from '@/ui/LoadMore';
import { PaymentBadge } from '@/components/PaymentBadge';
import { SearchBox } from '@/ui/SearchBox';

type Props = {
  list: ReturnType<typeof usePages<BvReport>>;
  plans: Plan[] | undefined;
  searched: boolean;
};

/** The member's orders with points in the period, searchable by their id. */
export function Transactions({ list: { pages, stale, more }, plans, searched }: Props) {
  const shown = pages?.flatMap(({ transactions }) => transactions) ?? [];
  return (
    <section aria-label="Detail Transaksi" aria-busy={stale} className="mt-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="font-display text-xl font-semibold">Detail Transaksi</h2>
        <SearchBox label="Cari Order ID..." className="grow basis-72 sm:grow-0" />
      </div>
      {shown.length === 0 ? (
        <Empty
          icon={searched ? Search : ReceiptText}
          title={
            searched ? 'Tidak ada Order ID yang cocok.' : 'Tidak ada transaksi pada periode ini'
          }
        />
      ) : (
        <ul className="mt-4 grid grid-cols-1 gap-4">
          {shown.map((transaction) => (
            <li key={transaction.id}>
              <Transaction transaction={transaction} plans={plans} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore more={more} className="pt-5" />
    </section>
  );
}

type TransactionProps = { transaction: BvTransaction; plans: Plan[] | undefined };

function Transaction({ transaction, plans }: TransactionProps) {
  const { order_id, created_at, status, id_plan, gross_amount, total_bv, products } = transaction;
  const plan = plans?.find(({ id }) => id === id_plan)?.name ?? `Plan ${id_plan}`;
  return (
    <article aria-label={order_id} className="card p-5 text-sm">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <Link
            to={paths.order(order_id)}
            className="font-semibold break-all hover:text-brand hover:underline"
          >
            {order_id}
          </Link>
          <p className="text-muted">
            {dateTime(created_at)} · {plan}
          </p>
        </div>
        <PaymentBadge status={status} />
      </div>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {products.map((product) => (
          <li key={product.id} className="flex gap-4 py-2">
            <span className="min-w-0 flex-1">
              {product.name}
              {product.variant && <span className="text-muted"> · {product.variant}</span>}
              <span className="block text-muted tabular-nums">
                {rupiah(product.price)} × {number(product.quantity)}
              </span>
            </span>
            <span className="text-right whitespace-nowrap text-muted tabular-nums">
              {number(product.bv)} BV / pcs
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 flex flex-wrap justify-between gap-x-4 font-semibold tabular-nums">
        <span>{rupiah(gross_amount)}</span>
        <span className={total_bv < 0 ? 'text-danger' : 'text-brand'}>
          Total {number(total_bv)} BV
        </span>
      </p>
    </article>
  );
}
