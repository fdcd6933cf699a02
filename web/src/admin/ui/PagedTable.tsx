import { SearchX, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useNavigationType } from 'react-router-dom';
import type { Page, PagedList } from '@/api/pages';
import { sentence } from '@/errors';
import { number } from '@/format';
import { Empty } from '@/ui/Empty';
import { Loading } from '@/ui/Loading';
import { Problem } from '@/ui/Problem';
import { DataTable, type Choice, type Columns } from './DataTable';
import { PageLinks } from './PageLinks';
import { usePage } from './usePage';

type Props<A extends Page, Row> = {
  label: string;
  list: PagedList<A>;
  rowsOf: (answer: A) => Row[];
  columns: Columns<Row>;
  keyOf: (row: Row) => string | number;
  to?: (row: Row) => string;
  choice?: Choice<Row>;
  /** Message while the list has no rows at all; a filter without matches has its own message. */
  empty: { icon: LucideIcon; title: string; text?: string; children?: ReactNode };
  /** Parameters that the message of `empty` refers to; they do not count as filters. */
  within?: readonly string[];
};

/**
 * List from the server as a table, one page at a time, with its displays while it is loading, has
 * failed or is empty.
 */
export function PagedTable<A extends Page, Row>(props: Props<A, Row>) {
  const { label, list } = props;
  const { answer, stale, cursor, ...page } = usePage(list);
  const start = useStart(cursor);
  return (
    <div ref={start} tabIndex={-1} className="scroll-mt-20 outline-none">
      {answer ? (
        <Content {...props} answer={answer} stale={stale} isLater={cursor !== ''} />
      ) : page.error ? (
        <Problem text={sentence(page.error, 'Data gagal dimuat.')} onRetry={page.retry} />
      ) : (
        <Loading />
      )}
      <PageLinks
        label={label}
        cursorParam={list.cursorParam}
        next={answer?.next_cursor}
        stale={stale}
      />
    </div>
  );
}

/** Element that gets the focus and is scrolled to when a link leads to another page of the table. */
function useStart(cursor: string) {
  const element = useRef<HTMLDivElement>(null);
  const way = useNavigationType();
  const shown = useRef(cursor);
  useEffect(() => {
    if (shown.current === cursor) return;
    shown.current = cursor;
    // The browser's way back restores the scroll position, and a filter keeps it.
    if (way !== 'PUSH') return;
    element.current?.focus({ preventScroll: true });
    element.current?.scrollIntoView();
  }, [cursor, way]);
  return element;
}

type ContentProps<A extends Page, Row> = Props<A, Row> & {
  answer: A;
  stale: boolean;
  /** Whether the page is after the first one. */
  isLater: boolean;
};

function Content<A extends Page, Row>({
  list,
  rowsOf,
  empty,
  within,
  answer,
  isLater,
  ...table
}: ContentProps<A, Row>) {
  const rows = rowsOf(answer);
  const { stale, choice, keyOf } = table;
  if (rows.length === 0) {
    // While the next page loads, the previous page is shown: if it is empty, the list need not be.
    if (stale) return <Loading />;
    if (isLater)
      return (
        <Empty
          icon={SearchX}
          title="Halaman ini sudah kosong"
          text="Isinya berubah atau terhapus."
        />
      );
    return Object.entries(list.params).some(([name, value]) => value && !within?.includes(name)) ? (
      <Empty icon={SearchX} title="Tidak ada yang cocok" text="Ubah pencarian atau saringannya." />
    ) : (
      <Empty {...empty} />
    );
  }
  const shown = new Set(rows.map(keyOf));
  const elsewhere = [...(choice?.chosen ?? [])].filter((key) => !shown.has(key)).length;
  return (
    <>
      {elsewhere > 0 && (
        <p role="status" className="mb-3 text-sm text-muted">
          {number(elsewhere)} yang dipilih ada di halaman lain.
        </p>
      )}
      <DataTable {...table} rows={rows} />
    </>
  );
}
