import { Counts, Mistakes } from '@/admin/ui/CheckedFile';
import { dotted } from '@/admin/ui/wholeNumber';
import { DataTable, type Columns } from '@/admin/ui/DataTable';
import { adminPaths } from '@/admin/paths';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import type { ImportAnswer, RowChange } from '@/api/schema';
import { number } from '@/format';

const prices = new Set(['harga', 'harga_promo', 'harga_umum']);

/** Formats a cell for readers: a price has dots, a name that is a number has none. */
const written = (column: string, cell: string) => (prices.has(column) ? dotted(cell) : cell);

const changeColumns: Columns<RowChange> = [
  { label: 'Baris', cell: ({ line }) => `Baris ${line}` },
  {
    label: 'Produk',
    cell: ({ id, name }) => (
      <span className="wrap-anywhere">
        {name}
        <span className="block text-xs text-muted">{id ? `Nomor ${id}` : 'Produk baru'}</span>
      </span>
    ),
  },
  {
    label: 'Perubahan',
    cell: ({ cells }) => (
      <dl className="grid gap-1 text-xs">
        {cells.map(({ column, before, after }) => (
          <div key={column} className="min-w-0">
            <dt className="inline text-muted">{column}: </dt>
            <dd className="inline wrap-anywhere">
              {before && <del className="text-danger">{written(column, before)}</del>}{' '}
              <ins className="text-brand no-underline">{written(column, after) || '(kosong)'}</ins>
            </dd>
          </div>
        ))}
      </dl>
    ),
  },
];

/** Preview or result of importing a table of products. */
export function ImportPreview({ answer }: { answer: ImportAnswer }) {
  const { applied, created, changed, unchanged, mistakes, errors, changes } = answer;
  const counts = [
    ['Produk baru', number(created)],
    ['Berubah', number(changed)],
    ['Tetap sama', number(unchanged)],
  ] as const;
  return (
    <section aria-label={applied ? 'Hasil' : 'Pratinjau'} className="mt-2">
      <h2 className="font-display text-xl font-semibold">
        {applied ? 'Sudah disimpan' : 'Pratinjau'}
      </h2>
      <Counts counts={counts} mistakes={number(mistakes)} wrong={mistakes > 0} size="text-2xl" />
      {answer.ignored_columns.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          Hanya keterangan, tidak dibaca: {answer.ignored_columns.join(', ')}.
        </p>
      )}
      {answer.examples > 0 && (
        <p className="mt-3 text-sm text-muted">
          {number(answer.examples)} baris contoh dari tabel contoh dilewati.
        </p>
      )}
      <Mistakes errors={errors} mistakes={mistakes}>
        Belum ada yang disimpan. Perbaiki baris ini di file Anda, lalu pilih file itu lagi.
      </Mistakes>
      {errors.some(({ column }) => column === 'kategori') && (
        <p className="mt-4">
          <Link to={adminPaths.categories()} className={buttonClass('outline')}>
            Ke kategori
          </Link>
        </p>
      )}
      {mistakes === 0 && changes.length === 0 && (
        <p className="mt-4 text-sm">Isi file ini sama dengan toko. Tidak ada yang perlu diubah.</p>
      )}
      {changes.length > 0 && (
        <>
          <h3 className="mt-5 mb-3 font-medium">
            {applied ? 'Yang diubah' : 'Yang akan berubah'}
            {created + changed > changes.length && `, ${changes.length} baris pertama`}
          </h3>
          <DataTable
            label="Perubahan"
            columns={changeColumns}
            rows={changes}
            keyOf={({ line }) => line}
          />
        </>
      )}
    </section>
  );
}
