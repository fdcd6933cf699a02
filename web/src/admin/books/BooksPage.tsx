import { BookOpenText } from 'lucide-react';
import { DateFilter } from '@/admin/components/DateFilter';
import { lastDays } from '@/admin/components/days';
import { DataTable, type Columns } from '@/admin/ui/DataTable';
import { adminQuery } from '@/admin/ui/adminQuery';
import { download } from '@/admin/ui/download';
import { DownloadButton } from '@/admin/ui/DownloadButton';
import { Fetched } from '@/ui/Fetched';
import { Screen } from '@/admin/ui/Screen';
import { useFilters } from '@/admin/ui/useFilters';
import type { Books, BooksRow } from '@/api/schema';
import { date, today } from '@/dates';
import { Empty } from '@/ui/Empty';
import { useChooseParam } from '@/ui/useChooseParam';
import { Coming, Going, Left, Open, OpenNow } from './Amounts';

/** Groupings of the books: query value and label; by day unless another one is chosen. */
const ways = [
  ['', 'Per hari'],
  ['period', 'Per periode BV'],
] as const;

const columns = (by: 'day' | 'period'): Columns<BooksRow> => [
  {
    label: by === 'day' ? 'Tanggal' : 'Periode',
    cell: ({ date: day, period_name }) => (day ? date(`${day}T00:00:00+07:00`) : period_name),
  },
  { label: 'Masuk', numeric: true, cell: (row) => <Coming row={row} /> },
  { label: 'Keluar', numeric: true, cell: (row) => <Going row={row} /> },
  { label: 'Sisa', numeric: true, cell: ({ figures }) => <Left figures={figures} /> },
  { label: 'Masih terbuka', numeric: true, cell: (row) => <Open row={row} /> },
];

/** Books: money received, paid back, still expected and owed. */
function BooksPage() {
  const filters = useFilters({ by: ways, from: 'day', to: 'day' });
  const choose = useChooseParam();
  const by = filters.by === 'period' ? 'period' : 'day';
  const [first, last] = lastDays(30);
  const asked =
    by === 'day'
      ? ({ by, from: filters.from || first, to: filters.to || last } as const)
      : ({ by } as const);

  return (
    <Screen
      title="Buku kas"
      text="Uang yang masuk, keluar, dan masih terbuka, dengan ongkirnya; penjualan kotor dan bersih ada di Laporan. Setiap angka membuka pesanan atau pembayarannya."
      actions={
        <DownloadButton
          fetchFile={() => download(`buku-kas-${today()}.csv`, '/api/admin/books.csv', asked)}
        />
      }
    >
      <div className="mb-5 flex flex-wrap items-end gap-3">
        <div role="group" aria-label="Dihitung per" className="flex gap-1">
          {ways.map(([each, label]) => (
            <button
              key={each}
              type="button"
              aria-pressed={filters.by === each}
              onClick={() => choose('by', each)}
              className="min-h-11 rounded-full px-4 text-sm font-medium text-muted hover:text-brand aria-pressed:bg-brand-soft aria-pressed:text-brand"
            >
              {label}
            </button>
          ))}
        </div>
        {by === 'day' && (
          <div className="grid grid-cols-2 gap-3 max-sm:w-full">
            <DateFilter name="from" label="Dari tanggal" fallback={first} />
            <DateFilter name="to" label="Sampai tanggal" fallback={last} />
          </div>
        )}
      </div>
      <Fetched query={adminQuery('/api/admin/books', asked)}>
        {(books) => <Content books={books} by={by} />}
      </Fetched>
    </Screen>
  );
}

function Content({ books, by }: { books: Books; by: 'day' | 'period' }) {
  return (
    <div className="grid gap-8">
      <OpenNow open={books.open} />
      <section aria-labelledby="moved">
        <h2 id="moved" className="mb-3 font-display text-xl font-semibold">
          {by === 'day' ? 'Hari demi hari' : 'Dua belas periode terakhir'}
        </h2>
        {books.rows.length === 0 ? (
          <div className="card">
            <Empty
              icon={BookOpenText}
              title="Tidak ada uang yang bergerak"
              text="Pilih tanggal lain. Pesanan dihitung setelah dibayar, atau setelah uangnya sampai di toko untuk COD."
            />
          </div>
        ) : (
          <>
            <Total total={books.total} />
            <div className="mt-4">
              <DataTable
                label="Buku kas"
                columns={columns(by)}
                rows={books.rows}
                keyOf={({ date: day, period_id }) => day ?? period_id ?? ''}
              />
            </div>
          </>
        )}
      </section>
    </div>
  );
}

function Total({ total }: { total: Books['total'] }) {
  const row = { date: null, period_id: null, period_name: null, figures: total };
  return (
    <dl
      aria-label="Jumlah"
      className="grid gap-3 text-sm sm:grid-cols-2 xl:grid-cols-4 [&>div]:card [&>div]:p-4"
    >
      <div>
        <dt className="mb-2 font-medium">Masuk</dt>
        <dd>
          <Coming row={row} />
        </dd>
      </div>
      <div>
        <dt className="mb-2 font-medium">Keluar</dt>
        <dd>
          <Going row={row} />
        </dd>
      </div>
      <div>
        <dt className="mb-2 font-medium">Sisa</dt>
        <dd className="text-lg">
          <Left figures={total} />
        </dd>
        <dd className="text-xs text-muted">Masuk dikurangi semua yang keluar.</dd>
      </div>
      <div>
        <dt className="mb-2 font-medium">Masih terbuka</dt>
        <dd>
          <Open row={row} />
        </dd>
      </div>
    </dl>
  );
}

export { BooksPage as Component };
