import { DataTable, type Columns } from '@/admin/ui/DataTable';
import type { ImportAnswer, RowChange, RowError } from '@/api/schema';
import { number } from '@/format';

const errorColumns: Columns<RowError> = [
  { label: 'Baris', cell: ({ line }) => `Baris ${line}` },
  { label: 'Kolom', cell: ({ column }) => column || '–' },
  { label: 'Yang harus diperbaiki', cell: ({ message }) => message },
];

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
              {before && <del className="text-danger">{before}</del>}{' '}
              <ins className="text-brand no-underline">{after || '(kosong)'}</ins>
            </dd>
          </div>
        ))}
      </dl>
    ),
  },
];

/** What a table of products would do, or has done. */
export function ImportPreview({ answer }: { answer: ImportAnswer }) {
  const { applied, created, changed, unchanged, mistakes, errors, changes } = answer;
  const counts = [
    ['Produk baru', created],
    ['Berubah', changed],
    ['Tetap sama', unchanged],
    ['Kesalahan', mistakes],
  ] as const;
  return (
    <section aria-label={applied ? 'Hasil' : 'Pratinjau'} className="mt-2">
      <h2 className="font-display text-xl font-semibold">
        {applied ? 'Sudah disimpan' : 'Pratinjau'}
      </h2>
      <dl className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {counts.map(([label, count]) => (
          <div key={label} className="card p-4">
            <dt className="text-sm text-muted">{label}</dt>
            <dd
              className={`text-2xl font-semibold tabular-nums ${label === 'Kesalahan' && count > 0 ? 'text-danger' : ''}`}
            >
              {number(count)}
            </dd>
          </div>
        ))}
      </dl>
      {answer.ignored_columns.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          Hanya keterangan, tidak dibaca: {answer.ignored_columns.join(', ')}.
        </p>
      )}
      {mistakes > 0 && (
        <>
          <p role="alert" className="mt-4 mb-3 text-sm text-danger">
            Belum ada yang disimpan. Perbaiki baris ini di file Anda, lalu pilih file itu lagi.
            {mistakes > errors.length && ` Ini ${errors.length} yang pertama.`}
          </p>
          <DataTable
            label="Kesalahan"
            columns={errorColumns}
            rows={errors}
            keyOf={({ line, column, message }) => `${line} ${column} ${message}`}
          />
        </>
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
