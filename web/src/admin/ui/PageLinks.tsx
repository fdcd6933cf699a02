import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import type { CursorParam } from '@/ui/useChooseParam';

type Props = {
  /** Name of the table. */
  label: string;
  cursorParam?: CursorParam | undefined;
  /** Cursor of the next page, if there is one. */
  next: string | null | undefined;
  /** Whether the page is still being loaded, so that its next page is unknown. */
  stale: boolean;
};

/**
 * Links to the pages before and after a page of a table. The cursors of the pages before it are in the state of the
 * browser's history; a page that was opened by its address offers only the first one.
 */
export function PageLinks({ label, cursorParam = 'cursor', next, stale }: Props) {
  const { pathname, search, state } = useLocation();
  const cursor = new URLSearchParams(search).get(cursorParam);
  const before = ((state ?? {}) as Partial<Record<CursorParam, string[]>>)[cursorParam] ?? [];
  if (!cursor && !next) return null;
  const to = (target: string) => {
    const params = new URLSearchParams(search);
    if (target) params.set(cursorParam, target);
    else params.delete(cursorParam);
    return params.size > 0 ? `${pathname}?${params}` : pathname;
  };
  const look = buttonClass('outline');
  return (
    <nav aria-label={`Halaman tabel ${label}`} className="flex flex-wrap gap-3 pt-5">
      {cursor && (
        <Link
          to={to(before.at(-1) ?? '')}
          state={{ ...state, [cursorParam]: before.slice(0, -1) }}
          className={look}
        >
          <ChevronLeft aria-hidden size={18} />
          {before.length > 0 ? 'Sebelumnya' : 'Halaman pertama'}
        </Link>
      )}
      {next && (
        <Link
          to={to(next)}
          state={{ ...state, [cursorParam]: [...before, cursor ?? ''] }}
          aria-disabled={stale || undefined}
          onClick={(event) => stale && event.preventDefault()}
          className={`${look} ml-auto`}
        >
          Berikutnya
          <ChevronRight aria-hidden size={18} />
        </Link>
      )}
    </nav>
  );
}
