import { UserCheck } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DataTable, type Columns } from '@/admin/ui/DataTable';
import { download } from '@/admin/ui/download';
import { DownloadButton } from '@/admin/ui/DownloadButton';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { Screen } from '@/admin/ui/Screen';
import { useFilters } from '@/admin/ui/useFilters';
import { whatsappNumber } from '@/admin/components/whatsappNumber';
import type { LapsedMember } from '@/api/schema';
import { date, today } from '@/dates';
import { number, rupiah } from '@/format';
import { Empty } from '@/ui/Empty';
import { Fetched } from '@/ui/Fetched';
import { Link } from '@/ui/Link';
import { More } from './More';
import { ReportTabs } from './ReportTabs';

const spans = [
  ['', '60 hari'],
  ['30', '30 hari'],
  ['90', '90 hari'],
  ['180', '180 hari'],
] as const;

const columns: Columns<LapsedMember> = [
  {
    label: 'Anggota',
    cell: ({ uid, name }) => (
      <>
        <Link to={adminPaths.member(uid)} className="text-brand underline-offset-4 hover:underline">
          {name}
        </Link>
        <span className="block text-xs text-muted">{uid}</span>
      </>
    ),
  },
  { label: 'Terakhir', cell: ({ last_bought_at }) => date(last_bought_at) },
  { label: 'Pesanan', numeric: true, cell: ({ orders }) => number(orders) },
  { label: 'Belanja', numeric: true, cell: ({ sales_rp }) => rupiah(sales_rp) },
  {
    label: 'Hubungi',
    cell: ({ name, phone }) => {
      const whatsapp = whatsappNumber(phone);
      if (!whatsapp) return phone || <span className="text-muted">–</span>;
      return (
        <a
          href={`https://wa.me/${whatsapp}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`WhatsApp ${name}, ${phone}`}
          className="-my-3 inline-block py-3 text-brand underline-offset-4 hover:underline"
        >
          {phone}
        </a>
      );
    },
  },
];

/** Members who bought in the last year, and stopped. */
function LapsedPage() {
  const { days } = useFilters({ days: spans });
  const asked = { days: days || '60' };
  return (
    <Screen
      title="Berhenti belanja"
      text="Anggota yang belanja dalam setahun terakhir, tetapi tidak lagi belakangan ini. Yang belanjanya terbanyak lebih dulu."
      actions={
        <DownloadButton
          fetchFile={() =>
            download(`berhenti-belanja-${today()}.csv`, '/api/admin/reports/lapsed.csv', asked)
          }
        />
      }
    >
      <ReportTabs />
      <div className="mb-4 max-w-56">
        <FilterSelect name="days" label="Tidak belanja selama" options={spans} />
      </div>
      <Fetched query={adminQuery('/api/admin/reports/lapsed', asked)}>
        {({ rows, count }) =>
          rows.length === 0 ? (
            <div className="card">
              <Empty
                icon={UserCheck}
                title="Tidak ada yang berhenti"
                text="Semua yang belanja dalam setahun terakhir masih belanja. Pilih rentang lain."
              />
            </div>
          ) : (
            <>
              <DataTable
                label="Berhenti belanja"
                columns={columns}
                rows={rows}
                keyOf={({ uid }) => uid}
              />
              <More shown={rows.length} count={count} />
            </>
          )
        }
      </Fetched>
    </Screen>
  );
}

export { LapsedPage as Component };
