import { useQuery } from '@tanstack/react-query';
import { CalendarRange } from 'lucide-react';
import { NET } from '@/admin/components/sales';
import { OrderWindowNotice } from '@/admin/components/OrderWindowNotice';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Badge } from '@/ui/Badge';
import type { Columns } from '@/admin/ui/DataTable';
import { PagedTable } from '@/admin/ui/PagedTable';
import { usePage } from '@/admin/ui/usePage';
import { list } from '@/api/pages';
import { Screen } from '@/admin/ui/Screen';
import type { AdminPeriod } from '@/api/schema';
import { number, rupiah } from '@/format';
import { buttonClass } from '@/ui/buttonClass';
import { Loading } from '@/ui/Loading';
import { ruleSentence } from './recurrence';
import { day, periodStates } from './labels';
import { Link } from '@/ui/Link';

const columns: Columns<AdminPeriod> = [
  { label: 'Periode', cell: ({ name }) => name },
  {
    label: 'Tanggal',
    cell: ({ starts_on, ends_on }) => `${day(starts_on)} – ${day(ends_on)}`,
  },
  {
    label: 'Status',
    cell: ({ state }) => <Badge tone={periodStates[state][1]}>{periodStates[state][0]}</Badge>,
  },
  { label: 'Pesanan', numeric: true, cell: ({ orders }) => number(orders) },
  { label: 'BV', numeric: true, cell: ({ points }) => number(points) },
  { label: NET, numeric: true, cell: ({ sales_rp }) => rupiah(sales_rp) },
];

const all = list('/api/admin/periods', {});

/** Periods in which business volume is counted. */
function PeriodsPage() {
  const { data, isPending } = useQuery(adminQuery('/api/admin/periods/recurrence'));
  // Requested at once with the rule, but shown after it: otherwise the notice would push the list
  // down.
  usePage(all);
  const create = (
    <>
      <Link to={adminPaths.recurrence()} className={buttonClass('outline')}>
        Periode berulang
      </Link>
      <Link to={adminPaths.newPeriod()} className={buttonClass()}>
        Buat periode
      </Link>
    </>
  );
  return (
    <Screen
      title="Periode BV"
      text="Pesanan masuk ke periode yang terbuka; setelah ditutup, periode dihitung menjadi bonus."
      actions={create}
    >
      {isPending ? (
        <Loading />
      ) : (
        <>
          {data && <OrderWindowNotice orderWindow={data.order_window} />}
          {data?.rule && (
            <p className="mb-4 text-sm text-muted">
              {ruleSentence(data.rule)}: periode berikutnya terbuka sendiri.
            </p>
          )}
          <PagedTable
            label="Periode BV"
            list={all}
            rowsOf={({ periods }) => periods}
            keyOf={({ id }) => id}
            to={({ id }) => adminPaths.period(id)}
            columns={columns}
            empty={{
              icon: CalendarRange,
              title: 'Belum ada periode',
              text: 'Toko menerima pesanan setelah ada periode yang terbuka.',
              children: create,
            }}
          />
        </>
      )}
    </Screen>
  );
}

export { PeriodsPage as Component };
