import { useQuery } from '@tanstack/react-query';
import { TicketX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { matchingVouchers, vouchersQuery } from '@/api/vouchers';
import type { Voucher } from '@/api/schema';
import { paths } from '@/paths';
import { BackLink } from '@/ui/BackLink';
import { buttonClass } from '@/ui/buttonClass';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { SearchForm } from '@/ui/SearchForm';
import { Skeleton } from '@/ui/Skeleton';
import { useAddressParams } from '@/ui/useAddressParams';
import { useDebounced } from '@/ui/useDebounced';
import { useHydrated } from '@/ui/useHydrated';
import { useTitle } from '@/ui/useTitle';
import { VoucherCard } from './VoucherCard';

/** The shop's vouchers; the address may contain a keyword. */
function VouchersPage() {
  useTitle('Voucher');
  const params = useAddressParams();
  const keyword = params.get('keyword')?.trim() ?? '';
  const { data: known, error, refetch } = useQuery(vouchersQuery);
  const data = useHydrated() ? known : undefined;
  const shown = data && matchingVouchers(data, keyword);

  let body: ReactNode = (
    <ul className="grid gap-4 sm:grid-cols-2 sm:gap-6" aria-busy={!shown}>
      {shown
        ? shown.map((voucher) => <VoucherCard key={voucher.id} voucher={voucher} />)
        : ['a', 'b', 'c', 'd'].map((key) => (
            <li key={key}>
              <Skeleton className="aspect-[5/2] w-full rounded-2xl" />
              <Skeleton className="mt-3 mb-6 h-6 w-1/2" />
            </li>
          ))}
    </ul>
  );
  if (error && !data) body = <Problem text="Gagal memuat voucher" onRetry={() => void refetch()} />;
  else if (data?.length === 0)
    body = (
      <Empty icon={TicketX} title="Tidak ada voucher yang tersedia.">
        <Link to={paths.allProducts()} className={buttonClass('outline')}>
          Lihat semua produk
        </Link>
      </Empty>
    );
  else if (shown?.length === 0)
    body = (
      <Empty icon={TicketX} title="Voucher tidak ditemukan.">
        <Link to={paths.vouchers()} className={buttonClass('outline')}>
          Lihat semua voucher
        </Link>
      </Empty>
    );

  return (
    <div className="page max-w-5xl py-6 sm:py-10">
      <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-4">
        <div className="flex items-center gap-1">
          <BackLink to={paths.home()} label="Kembali ke Home" />
          <h1 className="font-display text-2xl font-semibold sm:text-3xl">Voucher</h1>
        </div>
        <div className="w-full sm:ml-auto sm:w-96">
          <VoucherSearch key={keyword} initial={keyword} vouchers={data} />
        </div>
      </div>
      {body}
    </div>
  );
}

type SearchProps = { initial: string; vouchers: Voucher[] | undefined };

function VoucherSearch({ initial, vouchers }: SearchProps) {
  const [text, setText] = useState(initial);
  const keyword = useDebounced(text.trim());
  const navigate = useNavigate();

  return (
    <SearchForm
      aria-label="Cari voucher"
      action={paths.vouchers()}
      placeholder="Cari kode voucher"
      text={text}
      onText={setText}
      onSearch={(term) => {
        // An empty text starts no search, unless there is a search to clear.
        if (term || initial) void navigate(paths.vouchers(term ? { keyword: term } : {}));
      }}
      disabled={!vouchers}
      autoCapitalize="characters"
      ready={keyword !== '' && text.trim() !== '' && keyword !== initial}
      options={keyword ? matchingVouchers(vouchers ?? [], keyword).slice(0, 8) : []}
      keyOf={({ id }) => id}
      render={({ code, benefit }) => (
        <span className="flex w-full items-center justify-between gap-3">
          <span className="truncate font-semibold">{code}</span>
          <span className="shrink-0 text-muted">{benefit}</span>
        </span>
      )}
      onPick={(voucher) => void navigate(paths.voucher(voucher), { state: voucher })}
      note="Voucher tidak ditemukan."
    />
  );
}

export { VouchersPage as Component };
