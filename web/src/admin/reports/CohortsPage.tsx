import { adminQuery } from '@/admin/ui/adminQuery';
import { download } from '@/admin/ui/download';
import { DownloadButton } from '@/admin/ui/DownloadButton';
import { Screen } from '@/admin/ui/Screen';
import type { Cohort } from '@/api/schema';
import { monthName, today } from '@/dates';
import { number } from '@/format';
import { Fetched } from '@/ui/Fetched';
import { ReportTabs } from './ReportTabs';

/** Members by the month in which they joined, and how many of them bought in each month since. */
function CohortsPage() {
  return (
    <Screen
      title="Belanja ulang"
      text="Dari anggota yang bergabung pada suatu bulan, berapa yang belanja pada bulan itu dan bulan-bulan sesudahnya."
      actions={
        <DownloadButton
          fetchFile={() =>
            download(`belanja-ulang-${today()}.csv`, '/api/admin/reports/cohorts.csv')
          }
        />
      }
    >
      <ReportTabs />
      <Fetched query={adminQuery('/api/admin/reports/cohorts')}>
        {({ months }) => <Table months={months} />}
      </Fetched>
    </Screen>
  );
}

function Table({ months }: { months: Cohort[] }) {
  return (
    <div
      role="region"
      aria-label="Tabel belanja ulang"
      // A scrollable region must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto card p-4"
    >
      <table className="text-sm">
        <caption className="sr-only">
          Anggota yang belanja, menurut bulan bergabung dan bulan sesudahnya
        </caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="sticky left-0 bg-surface p-2 text-left font-medium">
              Bergabung
            </th>
            <th scope="col" className="p-2 text-right font-medium">
              Anggota
            </th>
            {months.map(({ month }, since) => (
              <th key={month} scope="col" className="p-2 text-right font-medium whitespace-nowrap">
                {since === 0 ? 'Bulan itu' : `+${since}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, joined, bought }) => (
            <tr key={month} className="border-t border-line">
              <th
                scope="row"
                className="sticky left-0 bg-surface p-2 text-left font-medium whitespace-nowrap"
              >
                {monthName(month)}
              </th>
              <td className="p-2 text-right tabular-nums">{number(joined)}</td>
              {months.map(({ month: key }, since) => (
                <Cell key={key} joined={joined} bought={bought[since]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Share and number of the joined members who have bought, with a stronger tint for a higher share;
 * empty for future months.
 */
function Cell({ joined, bought }: { joined: number; bought: number | undefined }) {
  const share = bought === undefined || joined === 0 ? 0 : bought / joined;
  return (
    <td
      className="p-2 text-right tabular-nums"
      style={{
        backgroundColor: `color-mix(in oklab, var(--brand-soft) ${Math.round(share * 100)}%, transparent)`,
      }}
    >
      {bought !== undefined && joined === 0 && <span className="text-muted">–</span>}
      {bought !== undefined && joined > 0 && (
        <>
          {number(Math.round(share * 100))}%
          <span className="block text-xs text-muted">{number(bought)}</span>
        </>
      )}
    </td>
  );
}

export { CohortsPage as Component };
