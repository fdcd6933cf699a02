import { CalendarX } from 'lucide-react';
import type { ReactNode } from 'react';
import { sentence } from '@/errors';
import type { BvPeriod } from '@/api/schema';
import { paths } from '@/paths';
import { BackLink } from '@/ui/BackLink';
import { Empty } from '@/ui/Empty';
import { Loading } from '@/ui/Loading';
import { PeriodSelect } from '@/components/PeriodSelect';
import { Problem } from '@/ui/Problem';
import { usePeriod, type Start } from '@/components/usePeriod';
import { useTitle } from '@/ui/useTitle';

type Props = {
  title: string;
  /** Widths of the page and of its heading, and the heading's size, as classes. */
  look: { page: string; heading: string; size: string };
  /** Period to begin with, if not the newest. */
  start?: Start;
  /** Renders the content for a period; `choose` selects another one. */
  children: (period: BvPeriod, choose: (id: string) => void) => ReactNode;
};

/** Page of the member for one BV period, which is chosen at its top. */
export function PeriodPage({ title, look, start, children }: Props) {
  useTitle(title);
  const { periods, period, error, retry, choose } = usePeriod(start);
  return (
    <div className={`page ${look.page} py-6 sm:py-10`}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <div className={`flex flex-1 ${look.heading} items-center gap-2`}>
          <BackLink to={paths.profile()} label="Kembali ke akun" />
          <h1 className={`font-display font-semibold ${look.size}`}>{title}</h1>
        </div>
        {!error && (
          <div className="grow basis-72 sm:grow-0">
            <PeriodSelect periods={periods} period={period} onChoose={choose} />
          </div>
        )}
      </div>
      <div className="mt-6">
        {period ? (
          children(period, choose)
        ) : periods ? (
          <Empty icon={CalendarX} title="Belum ada periode BV." />
        ) : error ? (
          <Problem text={sentence(error, 'Gagal memuat periode BV.')} onRetry={retry} />
        ) : (
          <Loading />
        )}
      </div>
    </div>
  );
}
