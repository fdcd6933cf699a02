import { useQuery } from '@tanstack/react-query';
import { FileQuestion, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { meQuery } from '@/api/accounts';
import { bonusesQuery, bonusLines } from '@/api/bonuses';
import { usePages } from '@/api/pages';
import type { Bonus, PeriodId } from '@/api/schema';
import { sentence } from '@/errors';
import { paths } from '@/paths';
import { BackLink } from '@/ui/BackLink';
import { Button } from '@/ui/Button';
import { Empty } from '@/ui/Empty';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { useTitle } from '@/ui/useTitle';
import { StatementPaper } from './StatementPaper';

/** Maximum number of pages of lines to print; the sums of the components include lines beyond them, too. */
const MOST_PAGES = 50;

/** The bonus of a period on paper. */
export function StatementPage({ period }: { period: string }) {
  useTitle('Rincian bonus');
  const { data, error, refetch } = useQuery(bonusesQuery);
  const bonus = data?.find(({ bv_period_id }) => String(bv_period_id as PeriodId) === period);
  return (
    <div className="page max-w-3xl py-6 sm:py-10 print:max-w-none print:p-0">
      <div className="flex items-center gap-2 print:hidden">
        <BackLink to={`${paths.bonus()}?period_id=${period}`} label="Kembali ke bonus" />
        <h1 className="font-display text-3xl font-semibold">Rincian bonus</h1>
      </div>
      <div className="mt-6 grid gap-5 print:mt-0">
        {bonus ? (
          <Statement bonus={bonus} />
        ) : data ? (
          <Empty icon={FileQuestion} title="Belum ada bonus pada periode ini." />
        ) : error ? (
          <Problem text={sentence(error, 'Gagal memuat bonus.')} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </div>
    </div>
  );
}

function Statement({ bonus }: { bonus: Bonus }) {
  const me = useQuery(meQuery);
  const { pages, error, retry, more } = usePages(bonusLines(bonus.id));
  const loaded = pages?.length ?? 0;
  const { there, busy, failed, load } = more;
  const goesOn = there && !failed && loaded < MOST_PAGES;
  useEffect(() => {
    if (goesOn && !busy) load();
  }, [goesOn, busy, load]);
  const [head] = pages ?? [];
  const failure = error ?? (me.data ? null : me.error) ?? (failed ? new Error() : null);
  if (failure)
    return (
      <Problem
        text="Gagal memuat rincian bonus."
        onRetry={() => {
          retry();
          void me.refetch();
        }}
      />
    );
  if (!head || !me.data || goesOn) return <Loading />;
  return (
    <>
      <StatementPaper
        bonus={bonus}
        head={head}
        lines={(pages ?? []).flatMap(({ lines }) => lines)}
        isCut={there}
        member={me.data}
      />
      <div className="flex justify-end print:hidden">
        <Button onClick={() => window.print()}>
          <Printer aria-hidden size={18} />
          Cetak atau simpan PDF
        </Button>
      </div>
    </>
  );
}
