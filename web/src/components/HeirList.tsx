import type { Heir } from '@/api/schema';

/** Heirs named by a member, or the text `none` if there are none. */
export function HeirList({ heirs, none }: { heirs: Heir[]; none: string }) {
  if (heirs.length === 0) return <p className="text-sm text-muted">{none}</p>;
  return (
    <ul className="divide-y divide-line text-sm">
      {heirs.map((heir, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may be called the same
        <li key={place} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2.5">
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">{heir.name}</span>{' '}
            <span className="text-muted">({heir.relation})</span>
          </span>
          <span className="text-muted tabular-nums">
            {heir.phone}
            {heir.share_percent !== null && ` · ${heir.share_percent}%`}
          </span>
        </li>
      ))}
    </ul>
  );
}
