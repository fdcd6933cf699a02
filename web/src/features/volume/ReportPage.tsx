import { useQuery } from '@tanstack/react-query';
import { plansQuery } from '@/api/accounts';
import { sentence } from '@/errors';
import { usePages } from '@/api/pages';
import type { BvPeriod, BvReport } from '@/api/schema';
import { bvReport, downlineBv } from '@/api/volume';
import { number } from '@/format';
import { DownlineBv } from '@/components/DownlineBv';
import { Loading } from '@/ui/Loading';
import { periodDates } from '@/components/PeriodSelect';
import { PeriodPage } from '@/components/PeriodPage';
import { Problem } from '@/ui/Problem';
import { RankCard } from '@/components/RankCard';
import { useAddressParams } from '@/ui/useAddressParams';
import { Allocation } from './Allocation';
import { Simulator } from './Simulator';
import { Transactions } from './Transactions';

/** Points that the member and the downline earned in a period. */
function ReportPage() {
  return (
    <PeriodPage
      title="Laporan BV Transaksi Saya"
      look={{ page: 'max-w-5xl', heading: 'basis-80', size: 'text-2xl sm:text-3xl' }}
    >
      {(period) => <Report key={period.id} period={period} />}
    </PeriodPage>
  );
}

function Report({ period }: { period: BvPeriod }) {
  const search = useAddressParams().get('search')?.trim() ?? '';
  const report = usePages(bvReport(period.id, search));
  const downline = usePages(downlineBv(period.id));
  const plans = useQuery(plansQuery).data;
  const own = report.pages?.[0];
  const below = downline.pages?.[0]?.total_downline_bv;

  if (!own && !report.error) return <Loading />;
  return (
    <div className="grid grid-cols-1 gap-5">
      {own ? (
        <>
          <p className="flex flex-wrap items-center justify-between gap-x-4 rounded-2xl bg-accent-soft px-5 py-4">
            <span>
              <span className="block font-semibold">Grand total</span>
              <span className="text-sm text-muted">BV pribadi dan downline</span>
            </span>
            <span className="font-display text-3xl font-semibold tabular-nums sm:text-4xl">
              {below !== undefined
                ? `${number(own.total_bv + below)} BV`
                : downline.error
                  ? '–'
                  : '…'}
            </span>
          </p>
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
            <div className="grid grid-cols-1 gap-5">
              <Summary period={period} report={own} />
              <DownlineBv list={downline} total={below} />
            </div>
            <Allocation period={period.id} earned={own.plans} />
          </div>
        </>
      ) : (
        <Problem text={sentence(report.error, 'Gagal memuat laporan BV.')} onRetry={report.retry} />
      )}
      <RankCard>
        {own && <Transactions list={report} plans={plans} searched={search !== ''} />}
        <Simulator />
      </RankCard>
    </div>
  );
}

function Summary({ period, report }: { period: BvPeriod; report: BvReport }) {
  return (
    <section aria-label="Ringkasan periode" className="card p-5">
      <p className="text-sm text-muted">{periodDates(period)}</p>
      <h2 className="font-display text-xl font-semibold">{period.name}</h2>
      <dl className="mt-3 grid gap-2 text-sm">
        <div className="flex items-baseline justify-between gap-4">
          <dt className="text-muted">Total BV pribadi</dt>
          <dd className="text-xl font-semibold tabular-nums">{number(report.total_bv)} BV</dd>
        </div>
        {report.plans.map((plan) => (
          <div key={plan.id_plan} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{plan.name}</dt>
            <dd className="tabular-nums">{number(plan.total_bv)} BV</dd>
          </div>
        ))}
        {/* An answer stored for use without a network may be older than this field. */}
        {(report.carried ?? []).map(({ period_id, period_name, total_bv }) => (
          <div key={period_id} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">
              {total_bv < 0 ? `Dibawa dari ${period_name}` : `Dibawa ke ${period_name}`}
              <span className="block text-xs">
                {total_bv < 0
                  ? 'BV yang dikembalikan di periode itu, sudah termasuk di atas'
                  : 'BV yang dikembalikan melebihi yang didapat di sini'}
              </span>
            </dt>
            <dd className={`whitespace-nowrap tabular-nums ${total_bv < 0 ? 'text-danger' : ''}`}>
              {number(total_bv)} BV
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export { ReportPage as Component };
