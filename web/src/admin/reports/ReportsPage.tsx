import { ChartColumn } from 'lucide-react';
import { DateFilter } from '@/admin/components/DateFilter';
import { lastDays, monthDays } from '@/admin/components/days';
import { GROSS, grossText, NET, netText } from '@/admin/components/sales';
import { short } from '@/admin/components/short';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DataTable } from '@/admin/ui/DataTable';
import { download } from '@/admin/ui/download';
import { DownloadButton } from '@/admin/ui/DownloadButton';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { Screen } from '@/admin/ui/Screen';
import { useFilters } from '@/admin/ui/useFilters';
import type { SalesReport } from '@/api/schema';
import { number, rupiah } from '@/format';
import { BarChart } from '@/ui/BarChart';
import { Empty } from '@/ui/Empty';
import { Fetched } from '@/ui/Fetched';
import { useChooseParam } from '@/ui/useChooseParam';
import { Change } from './Change';
import { More } from './More';
import { ReportTabs } from './ReportTabs';
import { columnsBy, hourName, isOfGoods, ways, type Span, type ReportGrouping } from './columns';

/** Frequently used ranges of days. */
const spans = [
  ['7 hari', () => lastDays(7)],
  ['30 hari', () => lastDays(30)],
  ['90 hari', () => lastDays(90)],
  ['Bulan ini', () => monthDays(0)],
  ['Bulan lalu', () => monthDays(1)],
] as const;

/**
 * Sales by product, member, place, courier, voucher or hour, compared with the preceding days, equally
 * many.
 */
function ReportsPage() {
  const filters = useFilters({ by: ways, from: 'day', to: 'day' });
  const [first, last] = lastDays(30);
  const by = (filters.by || 'product') as ReportGrouping;
  const asked = { by, from: filters.from || first, to: filters.to || last };
  return (
    <Screen
      title="Laporan"
      text="Yang terjual, dibandingkan dengan jumlah hari yang sama sebelumnya. Pesanan dihitung setelah dibayar, atau setelah uangnya sampai di toko untuk COD."
      actions={
        <DownloadButton
          fetchFile={() =>
            download(
              `penjualan-${by}-${asked.from}-${asked.to}.csv`,
              '/api/admin/reports/sales.csv',
              asked,
            )
          }
        />
      }
    >
      <ReportTabs />
      <div className="grid items-end gap-3 sm:grid-cols-[14rem_11rem_11rem]">
        <FilterSelect name="by" label="Dihitung per" options={ways} />
        <DateFilter name="from" label="Dari tanggal" fallback={first} />
        <DateFilter name="to" label="Sampai tanggal" fallback={last} />
      </div>
      <Spans from={asked.from} to={asked.to} />
      <Fetched query={adminQuery('/api/admin/reports/sales', asked)}>
        {(report) => <Content report={report} by={by} span={asked} />}
      </Fetched>
    </Screen>
  );
}

function Spans({ from, to }: { from: string; to: string }) {
  const choose = useChooseParam<'from' | 'to'>();
  return (
    <div role="group" aria-label="Rentang" className="mt-2 mb-5 flex flex-wrap gap-1">
      {spans.map(([label, days]) => {
        const [first, last] = days();
        return (
          <button
            key={label}
            type="button"
            aria-pressed={first === from && last === to}
            onClick={() => {
              choose('from', first);
              choose('to', last);
            }}
            className="min-h-11 rounded-full px-4 text-sm font-medium text-muted hover:text-brand aria-pressed:bg-brand-soft aria-pressed:text-brand"
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}

function Content({ report, by, span }: { report: SalesReport; by: ReportGrouping; span: Span }) {
  const { rows, count } = report;
  if (rows.length === 0)
    return (
      <div className="card">
        <Empty
          icon={ChartColumn}
          title="Tidak ada penjualan"
          text="Pilih tanggal lain. Pesanan dihitung setelah dibayar, atau setelah uangnya sampai di toko untuk COD."
        />
      </div>
    );
  const largest = Math.max(...rows.map(({ sold }) => sold.sales_rp), 1);
  return (
    <div className="grid gap-4">
      <Total report={report} by={by} />
      {by === 'hour' && (
        <figure className="card p-4 sm:p-5">
          <figcaption className="text-sm text-muted">Penjualan menurut jam, WIB</figcaption>
          <div className="mt-3 h-56">
            <BarChart
              label="Grafik penjualan menurut jam"
              bars={hours.map((key) => ({
                label: key,
                name: hourName(key),
                value: rows.find((row) => row.key === key)?.sold.sales_rp ?? 0,
              }))}
              colour="var(--brand)"
              write={rupiah}
              short={short}
            />
          </div>
        </figure>
      )}
      <DataTable
        label="Penjualan"
        columns={columnsBy(by, largest, span)}
        rows={rows}
        keyOf={({ key }) => key}
      />
      <More shown={rows.length} count={count} />
    </div>
  );
}

function Total({
  report: { total, before: earlier },
  by,
}: {
  report: SalesReport;
  by: ReportGrouping;
}) {
  const goods = isOfGoods(by);
  const figures = [
    {
      name: goods ? GROSS : NET,
      now: total.sales_rp,
      before: earlier.sales_rp,
      write: rupiah,
      text: goods ? grossText : netText,
    },
    goods
      ? { name: 'Barang', now: total.pieces, before: earlier.pieces, write: pieces }
      : { name: 'Pesanan terbayar', now: total.orders, before: earlier.orders, write: number },
    { name: 'BV', now: total.bv, before: earlier.bv, write: number },
  ];
  return (
    <dl aria-label="Jumlah" className="grid gap-3 sm:grid-cols-3">
      {figures.map(({ name, now, before, write, text }) => (
        <div key={name} className="card p-4">
          <dt className="text-sm text-muted">{name}</dt>
          <dd>
            <span className="block text-xl font-semibold tabular-nums">{write(now)}</span>
            <Change now={now} before={before} write={write} />
            {text && <span className="block text-xs text-muted">{text}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The hours of a day. */
const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

const pieces = (count: number) => `${number(count)} pcs`;

export { ReportsPage as Component };
