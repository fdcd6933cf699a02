import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { forgetSelection } from '@/api/checkout';
import { sentence } from '@/api/client';
import { ordersQuery } from '@/api/orders';
import type { Order } from '@/api/schema';
import { paths } from '@/paths';
import { claimsAtom, useAtomValue } from '@/state';
import { BackLink } from '@/ui/BackLink';
import { buttonClass } from '@/ui/button';
import { Empty } from '@/ui/Empty';
import { inputClass } from '@/ui/Field';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { useTitle } from '@/ui/useTitle';
import { OrderCard } from './OrderCard';
import { useChooseParam } from '@/ui/useChooseParam';

const filters = ['', 'dikemas', 'dikirim', 'selesai'];

/** The member's orders, by shipment status and order id. */
function OrdersPage() {
  useTitle('Pesanan saya');
  const [params] = useSearchParams();
  const filter = params.get('filter') ?? '';
  const search = params.get('search') ?? '';
  const userId = useAtomValue(claimsAtom)?.sub;
  const { data, error, refetch } = useQuery(ordersQuery(userId));

  // What was selected for a checkout is bought by now, or was left behind.
  useEffect(forgetSelection, []);

  const choose = useChooseParam<'filter' | 'search'>();

  return (
    <div className="page max-w-3xl py-6 sm:py-10">
      <div className="flex items-center gap-2">
        <BackLink to={paths.profile()} label="Kembali ke akun" />
        <h1 className="font-display text-3xl font-semibold">Pesanan saya</h1>
      </div>
      <div className="mt-6 grid grid-cols-1 gap-3 sm:grid-cols-[1fr_16rem] sm:items-center">
        <div role="group" aria-label="Status pesanan" className="flex flex-wrap gap-2">
          {filters.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === filter}
              onClick={() => choose('filter', each)}
              className="min-h-11 rounded-full border border-edge px-4 text-sm font-medium capitalize aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand"
            >
              {each || 'Semua'}
            </button>
          ))}
        </div>
        <input
          type="search"
          aria-label="Cari nomor pesanan"
          placeholder="Cari nomor pesanan"
          value={search}
          onChange={(event) => choose('search', event.target.value)}
          className={inputClass(false)}
        />
      </div>
      <div className="mt-6">
        {data ? (
          <OrderList orders={data} filter={filter} search={search} />
        ) : error ? (
          <Problem text={sentence(error, 'Gagal memuat pesanan.')} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </div>
    </div>
  );
}

type ListProps = { orders: Order[]; filter: string; search: string };

function OrderList({ orders, filter, search }: ListProps) {
  const needle = search.trim().toLowerCase();
  const shown = orders.filter(
    (order) =>
      (!filter || order.shipment_status === filter) &&
      order.order_id.toLowerCase().includes(needle),
  );
  if (shown.length === 0)
    return (
      <Empty
        icon={PackageOpen}
        title={filter ? `Tidak ada pesanan dengan status "${filter}".` : 'Tidak ada pesanan.'}
      >
        <Link to={paths.allProducts()} className={buttonClass('outline')}>
          Lihat produk
        </Link>
      </Empty>
    );
  return (
    <ul className="grid grid-cols-1 gap-4">
      {shown.map((order) => (
        <li key={order.order_id}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  );
}

export { OrdersPage as Component };
