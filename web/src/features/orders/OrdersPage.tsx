import { CircleCheck, PackageOpen, SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { forgetSelection } from '@/api/checkout';
import { sentence } from '@/errors';
import { orderPages } from '@/api/orders';
import { usePages } from '@/api/pages';
import type { Order } from '@/api/schema';
import { rupiah } from '@/format';
import { paths } from '@/paths';
import { claimsAtom, useAtomValue } from '@/state';
import { BackLink } from '@/ui/BackLink';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Loading } from '@/ui/Loading';
import { LoadMore } from '@/ui/LoadMore';
import { Problem } from '@/ui/Problem';
import { SearchBox } from '@/ui/SearchBox';
import { useAddressParams } from '@/ui/useAddressParams';
import { useTitle } from '@/ui/useTitle';
import { OrderCard } from './OrderCard';
import { useChooseParam } from '@/ui/useChooseParam';

const filters = ['', 'dikemas', 'dikirim', 'selesai'];

/** The member's orders, by shipment status and order id. */
function OrdersPage() {
  useTitle('Pesanan saya');
  const params = useAddressParams();
  const filter = params.get('filter') ?? '';
  const search = params.get('search')?.trim() ?? '';
  const choose = useChooseParam<'filter'>();
  // The checkout passes on an order to be paid on delivery.
  const placed = useLocation().state as Order | null;

  // The selection for a checkout has been bought by now, or was abandoned.
  useEffect(forgetSelection, []);

  return (
    <div className="page max-w-3xl py-6 sm:py-10">
      <div className="flex items-center gap-2">
        <BackLink to={paths.profile()} label="Kembali ke akun" />
        <h1 className="font-display text-3xl font-semibold">Pesanan saya</h1>
      </div>
      {placed && <Placed order={placed} />}
      <div className="mt-6 grid grid-cols-1 gap-3 sm:grid-cols-[1fr_16rem] sm:items-center">
        <div
          role="group"
          aria-label="Status pesanan"
          className="flex flex-wrap gap-2 max-sm:justify-between"
        >
          {filters.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === filter}
              onClick={() => choose('filter', each)}
              className="min-h-11 rounded-full border border-edge px-3 text-sm font-medium capitalize sm:px-4 aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand"
            >
              {each || 'Semua'}
            </button>
          ))}
        </div>
        <SearchBox label="Cari nomor pesanan" />
      </div>
      <div className="mt-6">
        {filters.includes(filter) ? (
          <OrderList filter={filter} search={search} />
        ) : (
          <NoOrders filter={filter} />
        )}
      </div>
    </div>
  );
}

/** Shows that an order was placed, as long as its buyer stays on this page. */
function Placed({ order }: { order: Order }) {
  return (
    <div
      role="status"
      className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl bg-success-soft px-5 py-4 text-sm"
    >
      <CircleCheck aria-hidden size={24} className="shrink-0 text-success" />
      <p className="min-w-0 flex-1 basis-52">
        <span className="block font-semibold">Pesanan dibuat</span>
        No. pesanan {order.order_id}. Siapkan {rupiah(order.gross_amount)} untuk dibayar saat barang
        tiba.
      </p>
      <Link to={paths.order(order.order_id)} className={buttonClass('outline', 'max-sm:w-full')}>
        Lihat pesanan
      </Link>
    </div>
  );
}

function OrderList({ filter, search }: { filter: string; search: string }) {
  const userId = useAtomValue(claimsAtom)?.sub;
  const list = userId === undefined ? null : orderPages(userId, filter, search);
  const { pages, error, retry, stale, more } = usePages(list);
  if (!pages)
    return error ? (
      <Problem text={sentence(error, 'Gagal memuat pesanan.')} onRetry={retry} />
    ) : (
      <Loading />
    );
  const orders = pages.flatMap(({ data }) => data);
  if (orders.length === 0) return <NoOrders filter={filter} search={search} />;
  return (
    <>
      <ul className="grid grid-cols-1 gap-4" aria-busy={stale}>
        {orders.map((order) => (
          <li key={order.order_id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      <LoadMore more={more} className="pt-5" />
    </>
  );
}

function NoOrders({ filter, search = '' }: { filter: string; search?: string }) {
  const choose = useChooseParam<'search'>();
  const title = filter ? `Tidak ada pesanan dengan status "${filter}".` : 'Tidak ada pesanan.';
  if (search)
    return (
      <Empty icon={SearchX} title={title} text={`Nomor pesanan yang dicari: “${search}”`}>
        <Button look="outline" onClick={() => choose('search', '')}>
          Hapus pencarian
        </Button>
      </Empty>
    );
  return (
    <Empty icon={PackageOpen} title={title}>
      <Link to={paths.allProducts()} className={buttonClass('outline')}>
        Lihat produk
      </Link>
    </Empty>
  );
}

export { OrdersPage as Component };
