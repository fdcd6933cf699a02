import { useQuery } from '@tanstack/react-query';
import { CircleAlert, History } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { plansQuery } from '@/api/accounts';
import { usePages } from '@/api/pages';
import type { BvHistoryEntry, Plan } from '@/api/schema';
import { bvHistory } from '@/api/volume';
import { dateTime } from '@/dates';
import { number } from '@/format';
import { paths } from '@/paths';
import { sessionExpiredAtom, tokenAtom, useAtomValue } from '@/state';
import { BackLink } from '@/ui/BackLink';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Empty } from '@/ui/Empty';
import { Loading } from '@/ui/Loading';
import { LoadMore } from '@/ui/LoadMore';
import { useTitle } from '@/ui/useTitle';
import { useWayBack } from '@/ui/useWayBack';

/**
 * Points that the downline earned, purchase by purchase; a visitor is told that the page needs a login before the
 * redirect.
 */
function HistoryPage() {
  useTitle('History BV');
  const token = useAtomValue(tokenAtom);
  const expired = useAtomValue(sessionExpiredAtom);
  const [cameIn] = useState(token !== null);
  const navigate = useNavigate();
  const way = useWayBack();
  if (token !== null) return <HistoryScreen />;
  // The member already knows about a logout here, or the end of a session.
  if (cameIn || expired) return <Navigate to={paths.login()} replace state={way} />;
  const leave = () => void navigate(paths.login(), { replace: true });
  return (
    <div className="page min-h-60 py-6 sm:py-10">
      <h1 className="sr-only">History BV</h1>
      <Dialog title="Akses Ditolak" onClose={leave}>
        <div className="mt-3 flex items-start gap-3 text-sm text-muted">
          <CircleAlert aria-hidden className="shrink-0 text-danger" size={22} />
          <p>Anda harus login untuk mengakses halaman ini.</p>
        </div>
        <div className="mt-6 flex justify-end">
          <Button onClick={leave}>OK</Button>
        </div>
      </Dialog>
    </div>
  );
}

function HistoryScreen() {
  const { pages, error, retry, more } = usePages(bvHistory);
  const plans = useQuery(plansQuery).data;
  const entries = pages?.flatMap(({ history }) => history);
  return (
    <div className="page max-w-3xl py-6 sm:py-10">
      <div className="flex items-center gap-2">
        <BackLink to={paths.profile()} label="Kembali ke akun" />
        <h1 className="font-display text-3xl font-semibold">History BV</h1>
      </div>
      <div className="mt-6">
        {pages && entries ? (
          <>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-2xl bg-accent-soft px-5 py-4">
              <span className="text-sm text-muted">Total BV Kamu</span>
              <span className="font-display text-3xl font-semibold tabular-nums">
                {number(pages[0]?.total_bv ?? 0)}
              </span>
            </p>
            {entries.length === 0 ? (
              <Empty icon={History} title="Tidak ada riwayat BV dari downline." />
            ) : (
              <ul className="mt-5 divide-y divide-line card">
                {entries.map((entry) => (
                  <Entry
                    key={`${entry.transaction_product_id} ${entry.created_at}`}
                    entry={entry}
                    plans={plans}
                  />
                ))}
              </ul>
            )}
            <LoadMore more={more} className="pt-5" />
          </>
        ) : error ? (
          <div role="alert">
            <Empty icon={CircleAlert} title="Gagal" text="Tidak dapat memuat data BV.">
              <Button onClick={retry}>Coba Lagi</Button>
            </Empty>
          </div>
        ) : (
          <Loading />
        )}
      </div>
    </div>
  );
}

function Entry({ entry, plans }: { entry: BvHistoryEntry; plans: Plan[] | undefined }) {
  const plan =
    plans?.find(({ id }) => id === entry.checkout_plan)?.name ?? `Plan ${entry.checkout_plan}`;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-5 py-4 text-sm">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">{entry.product_name}</p>
        <p className="text-muted tabular-nums">
          {number(entry.quantity)} pcs × {number(entry.product_bv)} BV · {plan}
        </p>
        <p className="mt-2">{entry.member_name}</p>
        <p className="break-all text-muted">{entry.member_email}</p>
      </div>
      <div className="text-right max-sm:flex max-sm:w-full max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-3">
        <p
          className={`font-semibold tabular-nums ${entry.total_bv < 0 ? 'text-danger' : 'text-brand'}`}
        >
          {entry.total_bv > 0 && '+'}
          {number(entry.total_bv)} BV
        </p>
        <p className="text-muted">{entry.bv_period_name}</p>
        <p className="text-muted">{dateTime(entry.created_at)}</p>
      </div>
    </li>
  );
}

export { HistoryPage as Component };
