import { ChevronDown } from 'lucide-react';
import type { usePages } from '@/api/pages';
import type { DownlineBvSummary } from '@/api/schema';
import { number } from '@/format';
import { LoadMore } from '@/ui/LoadMore';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';

type Props = {
  list: ReturnType<typeof usePages<DownlineBvSummary, never>>;
  /** The points of all of them, where they are known. */
  total: number | undefined;
  onOpen?: () => void;
};

/** Who below the member earned how much in a period, folded up at first. */
export function DownlineBv({ list: { pages, error, retry, more }, total, onOpen }: Props) {
  const rows = pages?.flatMap(({ downlines }) => downlines);
  return (
    <details className="group card" onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary className="flex min-h-14 items-center gap-3 rounded-2xl px-5 py-3 -outline-offset-2 hover:text-brand [&::-webkit-details-marker]:hidden">
        <h2 className="flex-1 font-semibold">BV Dari downline</h2>
        {total !== undefined && (
          <span className="font-semibold tabular-nums">{number(total)} BV</span>
        )}
        <ChevronDown
          aria-hidden
          size={18}
          className="shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="border-t border-line px-5 py-2">
        {rows ? (
          <>
            {rows.length === 0 && (
              <p className="py-3 text-sm text-muted">
                Downline Anda belum punya BV di periode ini.
              </p>
            )}
            <ul className="divide-y divide-line">
              {rows.map((row) => (
                <li key={row.downline_uid} className="flex items-center gap-4 py-3 text-sm">
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{row.downline_name}</span>
                    <span className="block break-all text-muted">{row.downline_email}</span>
                  </span>
                  <span className="font-semibold whitespace-nowrap tabular-nums">
                    {number(row.total_bv)} BV
                  </span>
                </li>
              ))}
            </ul>
            <LoadMore more={more} className="py-3" />
          </>
        ) : error ? (
          <div className="py-3">
            <Problem text="Gagal memuat BV dari downline." onRetry={retry} />
          </div>
        ) : (
          <Loading />
        )}
      </div>
    </details>
  );
}
