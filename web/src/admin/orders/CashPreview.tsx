import { Counts, Mistakes } from '@/admin/ui/CheckedFile';
import { DataTable, type Columns } from '@/admin/ui/DataTable';
import type { SettledRow, SettlementAnswer } from '@/api/schema';
import { number, rupiah } from '@/format';

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

/** Preview or result of the payments in a courier's report. */
export function CashPreview({ answer }: { answer: SettlementAnswer }) {
  const { applied, orders, amount_rp, fee_rp, mistakes, errors, rows } = answer;
  const counts = [
    ['Pesanan', number(orders)],
    ['Dibayar pembeli', rupiah(amount_rp)],
    ['Biaya kurir', rupiah(fee_rp)],
  ] as const;
  return (
    <section aria-label={applied ? 'Hasil' : 'Pratinjau'} className="mt-2">
      <h2 className="font-display text-xl font-semibold">
        {applied ? 'Sudah dicatat' : 'Pratinjau'}
      </h2>
      <Counts
        counts={counts}
        mistakes={number(mistakes)}
        wrong={mistakes > 0}
        size="text-lg sm:text-xl"
      />
      {answer.ignored_columns.length > 0 && (
        <p className="mt-3 text-sm text-muted wrap-anywhere">
          Tidak dibaca: {answer.ignored_columns.join(', ')}.
        </p>
      )}
      <Mistakes errors={errors} mistakes={mistakes}>
        {applied
          ? 'Baris ini tidak ikut dicatat. Perbaiki, lalu pilih file yang hanya berisi baris ini.'
          : 'Belum ada yang dicatat, dan baris ini tidak akan ikut. Perbaiki di file Anda lalu pilih lagi, atau catat yang benar saja.'}
      </Mistakes>
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
