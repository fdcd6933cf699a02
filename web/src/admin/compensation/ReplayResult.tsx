import { NET } from '@/admin/components/sales';
import { DataTable, type Columns } from '@/admin/ui/DataTable';
import { Figures } from '@/admin/ui/Figures';
import { percent } from '@/components/percent';
import { adminPaths } from '@/admin/paths';
import type { PlanReplay, ReplayedComponent, ReplayedMember, ReplayedPeriod } from '@/api/schema';
import { number, rupiah } from '@/format';
import { Fold } from '@/ui/Fold';
import { Badge } from '@/ui/Badge';

/** Formats a difference in rupiah with its sign, such as `+Rp 5.000`. */
function difference(amount: number): string {
  return amount > 0 ? `+${rupiah(amount)}` : rupiah(amount);
}

const columns: Columns<ReplayedMember> = [
  { label: 'Anggota', cell: ({ member_name }) => member_name },
  { label: 'Dibayar', numeric: true, cell: ({ paid_rp }) => rupiah(paid_rp) },
  { label: 'Rencana ini', numeric: true, cell: ({ bonus_rp }) => rupiah(bonus_rp) },
  { label: 'Selisih', numeric: true, cell: ({ difference_rp }) => difference(difference_rp) },
];

const byComponent: Columns<ReplayedComponent> = [
  { label: 'Komponen', cell: ({ name }) => name },
  { label: 'Dibayar', numeric: true, cell: ({ paid_rp }) => rupiah(paid_rp) },
  { label: 'Rencana ini', numeric: true, cell: ({ bonus_rp }) => rupiah(bonus_rp) },
  { label: 'Selisih', numeric: true, cell: ({ difference_rp }) => difference(difference_rp) },
];

/** Result of a replay: all periods together, and each period with its members. */
export function ReplayResult({ replay: { periods, total } }: { replay: PlanReplay }) {
  return (
    <div className="grid gap-5">
      {periods.length > 1 && (
        <section aria-label="Semua periode" className="card p-5">
          <h2 className="mb-3 font-display text-lg font-semibold">Semua periode</h2>
          <Figures
            label="Angka semua periode"
            figures={[
              [NET, rupiah(total.sales_rp)],
              ['Bonus yang dibayar', rupiah(total.paid_rp)],
              ['Bonus dengan rencana ini', rupiah(total.bonus_rp)],
              ['Selisih', difference(total.difference_rp)],
            ]}
          />
        </section>
      )}
      {periods.map((period) => (
        <Period key={period.period_id} period={period} />
      ))}
    </div>
  );
}

function Period({ period }: { period: ReplayedPeriod }) {
  const { others } = period;
  const used = period.cap_rp > 0 ? Math.min(100, (period.uncapped_rp / period.cap_rp) * 100) : 0;
  return (
    <section aria-label={period.period_name} className="card p-5">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 className="font-display text-lg font-semibold">{period.period_name}</h2>
        {period.is_over_cap && <Badge tone="bad">Melewati batas</Badge>}
      </div>
      <Figures
        label={`Angka ${period.period_name}`}
        figures={[
          [NET, rupiah(period.sales_rp)],
          ['Bonus yang dibayar', `${rupiah(period.paid_rp)} (${percent(period.paid_percent)})`],
          [
            'Bonus dengan rencana ini',
            `${rupiah(period.bonus_rp)} (${percent(period.bonus_percent)})`,
          ],
          ['Selisih', difference(period.difference_rp)],
        ]}
      />
      <div aria-hidden className="mt-4 h-2 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full rounded-full ${period.is_over_cap ? 'bg-danger' : 'bg-success'}`}
          style={{ width: `${used}%` }}
        />
      </div>
      <p className="mt-1.5 text-sm text-muted">
        {period.is_over_cap
          ? `Sebelum batas ${rupiah(period.uncapped_rp)}, batasnya ${rupiah(period.cap_rp)}: setiap baris dikecilkan sebanding.`
          : `${percent(Math.round(used))} dari batas ${rupiah(period.cap_rp)} terpakai.`}
      </p>
      <h3 className="mt-5 mb-2 text-sm font-semibold">Bonus menurut komponen</h3>
      <DataTable
        label={`Bonus menurut komponen, ${period.period_name}`}
        columns={byComponent}
        rows={period.components}
        keyOf={({ component }) => component}
      />
      <h3 className="mt-5 text-sm font-semibold">Anggota menurut peringkat</h3>
      <ul aria-label="Anggota menurut peringkat" className="mt-2 flex flex-wrap gap-2 text-sm">
        {period.ranks.map(({ rank, name, members }) => (
          <li key={rank} className="rounded-full bg-sunken px-3 py-1.5">
            {name} <span className="font-semibold tabular-nums">{number(members)}</span>
          </li>
        ))}
      </ul>
      <div className="mt-5 grid gap-3">
        <Differences title="Naik paling banyak" members={period.gains} />
        <Differences title="Turun paling banyak" members={period.losses} />
      </div>
      {others.members > 0 && (
        <p className="mt-3 text-sm text-muted">
          {number(others.members)} anggota lain berubah, bersama-sama{' '}
          {difference(others.difference_rp)}.
        </p>
      )}
    </section>
  );
}

function Differences({ title, members }: { title: string; members: ReplayedMember[] }) {
  if (members.length === 0)
    return <p className="text-sm text-muted">{title}: tidak ada anggota.</p>;
  return (
    <Fold
      title={title}
      aside={<span className="text-sm text-muted">{number(members.length)}</span>}
    >
      <div className="py-2">
        <DataTable
          label={title}
          columns={columns}
          rows={members}
          keyOf={({ member_uid }) => member_uid}
          to={({ member_uid }) => adminPaths.member(member_uid)}
        />
      </div>
    </Fold>
  );
}
