import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { sentence } from '@/errors';
import { number, rupiah } from '@/format';
import { Empty } from '@/ui/Empty';
import { Problem } from '@/ui/Problem';
import { useAddressParams } from '@/ui/useAddressParams';
import { useChooseParam } from '@/ui/useChooseParam';
import { NET, netText } from '@/admin/components/sales';
import { daysQuery, periodsQuery } from './queries';
import { SalesChart, type Measure } from './SalesChart';

const ranges = [
  ['7', '7 hari'],
  ['30', '30 hari'],
  ['90', '90 hari'],
  ['periods', 'Per periode'],
] as const;

const measures: Measure[] = [
  {
    of: 'sales_rp',
    title: NET,
    text: netText,
    write: rupiah,
    colour: 'var(--brand)',
  },
  { of: 'orders', title: 'Pesanan terbayar', write: number, colour: 'var(--info)' },
  { of: 'bv', title: 'BV', write: number, colour: 'var(--accent)' },
];

/** Sales, by day or by period. */
export function Sales() {
  const wanted = useAddressParams().get('range');
  const range = ranges.find(([name]) => name === wanted)?.[0] ?? '30';
  const choose = useChooseParam<'range'>();
  const days = useQuery({
    ...daysQuery(range === 'periods' ? 30 : Number(range)),
    enabled: range !== 'periods',
  });
  const periods = useQuery({ ...periodsQuery, enabled: range === 'periods' });
  const { data, error, refetch } = range === 'periods' ? periods : days;
  return (
    <section aria-labelledby="sales" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="sales" className="font-display text-xl font-semibold">
          Penjualan
        </h2>
        <div role="group" aria-label="Rentang" className="flex flex-wrap gap-1">
          {ranges.map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={range === name}
              onClick={() => choose('range', name === '30' ? '' : name)}
              className="min-h-11 rounded-full px-4 text-sm font-medium text-muted hover:text-brand aria-pressed:bg-brand-soft aria-pressed:text-brand"
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      {error && !data ? (
        <div className="mt-4">
          <Problem
            text={sentence(error, 'Data penjualan gagal dimuat.')}
            onRetry={() => void refetch()}
          />
        </div>
      ) : data && data.every(({ orders, bv, sales_rp }) => !orders && !bv && !sales_rp) ? (
        <div className="mt-4 card">
          <Empty
            icon={ChartColumn}
            title={`Belum ada penjualan${range === 'periods' ? '' : ` dalam ${range} hari terakhir`}`}
            text="Pesanan dihitung setelah dibayar, atau setelah uangnya sampai di toko untuk COD."
          />
        </div>
      ) : (
        <div className="mt-4 grid gap-4 lg:grid-cols-2">
          {measures.map((measure, index) => (
            <div key={measure.of} className={index === 0 ? 'min-w-0 lg:col-span-2' : 'min-w-0'}>
              <SalesChart measure={measure} sold={data} />
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
