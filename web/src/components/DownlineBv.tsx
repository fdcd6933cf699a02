import type { usePages } from '@/api/pages';
import type { DownlineBvSummary } from '@/api/schema';
import { number } from '@/format';
import { Fold } from '@/ui/Fold';
import { LoadMore } from '@/ui/LoadMore';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';

type Props = {
  list: ReturnType<typeof usePages<DownlineBvSummary>>;
  /** Points of the whole downline, if known. */
  total: number | undefined;
  onOpen?: () => void;
};

/** Members of the downline with their points in a period, folded at first. */
export function DownlineBv({ list: { pages, error, retry, more }, total, onOpen }: Props) {
  const rows = pages?.flatMap(({ downlines }) => downlines);
  return (
    <Fold
      title="BV Dari downline"
      onOpen={onOpen}
      aside={
        total !== undefined && (
          <span className="font-semibold tabular-nums">{number(total)} BV</span>
        )
      }
    >
      {rows ? (
        <>
          {rows.length === 0 && (
            <p className="py-3 text-sm text-muted">Downline Anda belum punya BV di periode ini.</p>
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
    </Fold>
  );
}
