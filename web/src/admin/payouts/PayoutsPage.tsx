import { Banknote } from 'lucide-react';
import { useState } from 'react';
import { DateFilter } from '@/admin/components/DateFilter';
import { PeriodFilter } from '@/admin/components/PeriodFilter';
import { adminPaths } from '@/admin/paths';
import { Badge } from '@/ui/Badge';
import { list } from '@/api/pages';
import type { Columns } from '@/admin/ui/DataTable';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import { Screen } from '@/admin/ui/Screen';
import { useFilters } from '@/admin/ui/useFilters';
import type { Payout } from '@/api/schema';
import { dateTime } from '@/dates';
import { number, rupiah } from '@/format';
import { buttonClass } from '@/ui/buttonClass';
import { payoutStates } from './labels';
import { Link } from '@/ui/Link';

const columns: Columns<Payout> = [
  { label: 'Nomor', cell: ({ id }) => `Pembayaran ${id}` },
  { label: 'Periode', cell: ({ period_name }) => period_name },
  {
    label: 'Status',
    cell: ({ state }) => <Badge tone={payoutStates[state][1]}>{payoutStates[state][0]}</Badge>,
  },
  { label: 'Bonus', numeric: true, cell: ({ items }) => number(items) },
  { label: 'Ditransfer', numeric: true, cell: ({ net_rp }) => rupiah(net_rp) },
  {
    label: 'Disiapkan',
    cell: ({ prepared_by, prepared_at }) => (
      <>
        {prepared_by}
        <span className="block text-xs text-muted">{dateTime(prepared_at)}</span>
      </>
    ),
  },
];

const states = [
  ['', 'Semua status'],
  ...Object.entries(payoutStates).map(([state, [word]]) => [state, word] as const),
] as const;

/** Payouts of bonuses. */
function PayoutsPage() {
  const query = useFilters({ state: states, period_id: 'id', from: 'day', to: 'day' });
  // If the list was opened with days, their fields stay visible, so that they can be cleared.
  const [byDays] = useState(query.from !== '' || query.to !== '');
  return (
    <Screen
      title="Pembayaran bonus"
      text="Seorang pengelola menyiapkan, pengelola lain menyetujui, lalu bukti transfernya diunggah."
      actions={
        <>
          <Link to={adminPaths.bankFiles()} className={buttonClass('outline')}>
            Format berkas
          </Link>
          <Link
            to={adminPaths.newPayout(query.period_id ? Number(query.period_id) : undefined)}
            className={buttonClass()}
          >
            Siapkan pembayaran
          </Link>
        </>
      }
    >
      <div className="mb-4 grid gap-3 sm:grid-cols-2">
        <FilterSelect name="state" label="Status" options={states} />
        <PeriodFilter />
        {(byDays || query.from || query.to) && (
          <>
            <DateFilter name="from" label="Dibayar dari tanggal" />
            <DateFilter name="to" label="Dibayar sampai tanggal" />
          </>
        )}
      </div>
      <PagedTable
        label="Pembayaran bonus"
        list={list('/api/admin/payouts', query)}
        rowsOf={({ payouts }) => payouts}
        keyOf={({ id }) => id}
        to={({ id }) => adminPaths.payout(id)}
        columns={columns}
        empty={{
          icon: Banknote,
          title: 'Belum ada pembayaran',
          text: 'Bonus dapat dibayar setelah periodenya dihitung.',
        }}
      />
    </Screen>
  );
}

export { PayoutsPage as Component };
