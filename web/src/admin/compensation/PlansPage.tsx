import { Percent } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { Badge } from '@/admin/ui/Badge';
import type { Columns } from '@/admin/ui/DataTable';
import { PagedTable } from '@/admin/ui/PagedTable';
import { list } from '@/api/pages';
import { Screen } from '@/admin/ui/Screen';
import type { PlanVersion } from '@/api/schema';
import { dateTime } from '@/dates';
import { number, rupiah } from '@/format';
import { buttonClass } from '@/ui/button';
import { percent } from '@/admin/ui/percent';
import { Link } from '@/ui/Link';

const columns: Columns<PlanVersion> = [
  {
    label: 'Versi',
    cell: ({ id, is_used }) => (
      <span className="flex flex-wrap items-center gap-2">
        Versi {id}
        {is_used && <Badge tone="good">Dipakai</Badge>}
      </span>
    ),
  },
  { label: 'Dibuat', cell: ({ created_at }) => dateTime(created_at) },
  { label: 'Pribadi', numeric: true, cell: ({ personal_rate }) => percent(personal_rate) },
  {
    label: 'Tingkat',
    cell: ({ level_rates }) =>
      level_rates.length > 0 ? level_rates.map(percent).join(' · ') : 'tidak ada',
  },
  {
    label: 'Syarat',
    numeric: true,
    cell: ({ qualification_points }) => `${number(qualification_points)} BV`,
  },
  { label: 'Batas', numeric: true, cell: ({ cap_percent }) => percent(cap_percent) },
  { label: 'Nilai poin', numeric: true, cell: ({ point_value_rp }) => rupiah(point_value_rp) },
  {
    label: 'Dipakai oleh',
    cell: ({ periods }) => (periods.length > 0 ? periods.join(', ') : 'belum ada periode'),
  },
];

const all = list('/api/admin/compensation-plans', {});

/** The versions of the compensation plan. */
function PlansPage() {
  const create = (
    <Link to={adminPaths.newCompensation()} className={buttonClass()}>
      Buat versi baru
    </Link>
  );
  return (
    <Screen
      title="Rencana kompensasi"
      text="Versi terbaru dipakai pada perhitungan berikutnya. Versi lama tidak pernah berubah."
      actions={create}
    >
      <PagedTable
        label="Versi rencana kompensasi"
        list={all}
        rowsOf={({ plans }) => plans}
        keyOf={({ id }) => id}
        columns={columns}
        empty={{
          icon: Percent,
          title: 'Belum ada rencana kompensasi',
          text: 'Tanpa rencana, bonus sebuah periode tidak dapat dihitung.',
          children: create,
        }}
      />
    </Screen>
  );
}

export { PlansPage as Component };
