import { PackageX } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DataTable, type Columns } from '@/admin/ui/DataTable';
import { download } from '@/admin/ui/download';
import { DownloadButton } from '@/admin/ui/DownloadButton';
import { Screen } from '@/admin/ui/Screen';
import type { StockLeft } from '@/api/schema';
import { today } from '@/dates';
import { number } from '@/format';
import { Badge } from '@/ui/Badge';
import { Empty } from '@/ui/Empty';
import { Fetched } from '@/ui/Fetched';
import { Link } from '@/ui/Link';
import { More } from './More';
import { ReportTabs } from './ReportTabs';

/** Days of remaining stock below which a product should be reordered. */
const SOON = 14;

const columns: Columns<StockLeft> = [
  {
    label: 'Produk',
    cell: ({ product_id, name, sku }) => (
      <>
        <Link
          to={adminPaths.product(product_id)}
          className="text-brand underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        {sku && <span className="block text-xs text-muted">{sku}</span>}
      </>
    ),
  },
  { label: 'Stok', numeric: true, cell: ({ stock }) => `${number(stock)} pcs` },
  { label: 'Terjual 30 hari', numeric: true, cell: ({ sold }) => `${number(sold)} pcs` },
  {
    label: 'Cukup untuk',
    numeric: true,
    cell: ({ stock, days_left }) =>
      stock === 0 ? (
        <Badge tone="bad">Habis</Badge>
      ) : days_left == null ? (
        <span className="text-muted">–</span>
      ) : days_left < SOON ? (
        <Badge tone="waiting">{number(days_left)} hari</Badge>
      ) : (
        `${number(days_left)} hari`
      ),
  },
];

/** Report of how long the stock of each product lasts. */
function StockReportPage() {
  return (
    <Screen
      title="Laporan stok"
      text="Berapa hari lagi stok cukup, bila terjual secepat 30 hari terakhir. Yang paling cepat habis lebih dulu."
      actions={
        <DownloadButton
          fetchFile={() => download(`stok-${today()}.csv`, '/api/admin/reports/stock.csv')}
        />
      }
    >
      <ReportTabs />
      <Fetched query={adminQuery('/api/admin/reports/stock')}>
        {({ rows, count }) =>
          rows.length === 0 ? (
            <div className="card">
              <Empty icon={PackageX} title="Belum ada produk" />
            </div>
          ) : (
            <>
              <DataTable
                label="Stok"
                columns={columns}
                rows={rows}
                keyOf={({ product_id }) => product_id}
              />
              <More shown={rows.length} count={count} />
            </>
          )
        }
      </Fetched>
    </Screen>
  );
}

export { StockReportPage as Component };
