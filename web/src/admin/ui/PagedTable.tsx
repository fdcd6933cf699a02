import { SearchX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { sentence } from '@/errors';
import { usePages, type PagedList } from '@/api/pages';
import { Empty } from '@/ui/Empty';
import { Loading } from '@/ui/Loading';
import { LoadMore } from '@/ui/LoadMore';
import { Problem } from '@/ui/Problem';
import { DataTable, type Choice, type Columns } from './DataTable';

type Answer = { next_cursor?: string | null };

type Props<A extends Answer, Row> = {
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
 * List from the server as a table, page by page, with its displays while it is loading, has failed
 * or is empty.
 */
export function PagedTable<A extends Answer, Row>({
  list,
  rowsOf,
  empty,
  within,
  ...table
}: Props<A, Row>) {
  const { pages, error, retry, stale, more } = usePages(list);
  if (!pages)
    return error ? (
      <Problem text={sentence(error, 'Data gagal dimuat.')} onRetry={retry} />
    ) : (
      <Loading />
    );
  const rows = pages.flatMap(rowsOf);
  if (rows.length === 0)
    return Object.entries(list.params).some(([name, value]) => value && !within?.includes(name)) ? (
      <Empty icon={SearchX} title="Tidak ada yang cocok" text="Ubah pencarian atau saringannya." />
    ) : (
      <Empty {...empty} />
    );
  return (
    <>
      <DataTable {...table} rows={rows} stale={stale} />
      <LoadMore more={more} className="pt-5" />
    </>
  );
}
