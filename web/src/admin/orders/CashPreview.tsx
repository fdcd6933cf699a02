import { DataTable, type Columns } from '@/admin/ui/DataTable';
import type { RowError, SettledRow, SettlementAnswer } from '@/api/schema';
import { number, rupiah } from '@/format';

const errorColumns: Columns<RowError> = [
  { label: 'Baris', cell: ({ line }) => `Baris ${line}` },
  { label: 'Kolom', cell: ({ column }) => column || '–' },
  { label: 'Yang harus diperbaiki', cell: ({ message }) => message },
];

const rowColumns: Columns<SettledRow> = [
  { label: 'Baris', cell: ({ line }) => `Baris ${line}` },
  {
    label: 'Pesanan',
    cell: ({ order_id, resi, receiver_name }) => (
      <>
        <span className="whitespace-nowrap">{order_id}</span>
        <span className="block text-xs font-normal text-muted wrap-anywhere">
          {[receiver_name, resi].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  { label: 'Jumlah', numeric: true, cell: ({ amount_rp }) => rupiah(amount_rp) },
  { label: 'Biaya kurir', numeric: true, cell: ({ fee_rp }) => rupiah(fee_rp) },
];

/** What a courier's report would pay, or has paid. */
export function CashPreview({ answer }: { answer: SettlementAnswer }) {
  const { applied, orders, amount_rp, fee_rp, mistakes, errors, rows } = answer;
  const counts = [
    ['Pesanan', number(orders)],
    ['Dibayar pembeli', rupiah(amount_rp)],
    ['Biaya kurir', rupiah(fee_rp)],
    ['Kesalahan', number(mistakes)],
  ] as const;
  return (
    <section aria-label={applied ? 'Hasil' : 'Pratinjau'} className="mt-2">
      <h2 className="font-display text-xl font-semibold">
        {applied ? 'Sudah dicatat' : 'Pratinjau'}
      </h2>
      <dl className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {counts.map(([label, count]) => (
          <div key={label} className="card p-4">
            <dt className="text-sm text-muted">{label}</dt>
            <dd
              className={`text-lg font-semibold tabular-nums sm:text-xl ${label === 'Kesalahan' && mistakes > 0 ? 'text-danger' : ''}`}
            >
              {count}
            </dd>
          </div>
        ))}
      </dl>
      {answer.ignored_columns.length > 0 && (
        <p className="mt-3 text-sm text-muted wrap-anywhere">
          Tidak dibaca: {answer.ignored_columns.join(', ')}.
        </p>
      )}
      {mistakes > 0 && (
        <>
          <p role="alert" className="mt-4 mb-3 text-sm text-danger">
            Belum ada yang dicatat. Perbaiki baris ini di file Anda, lalu pilih file itu lagi.
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
      {rows.length > 0 && (
        <>
          <h3 className="mt-5 mb-3 font-medium">
            {applied ? 'Yang dibayar' : 'Yang akan dibayar'}
            {orders > rows.length && `, ${rows.length} baris pertama`}
          </h3>
          <DataTable label="Pesanan" columns={rowColumns} rows={rows} keyOf={({ line }) => line} />
        </>
      )}
    </section>
  );
}
