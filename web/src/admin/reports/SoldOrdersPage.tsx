import { ReceiptText } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { GROSS, grossText, NET, netText } from '@/admin/components/sales';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DataTable, type Columns } from '@/admin/ui/DataTable';
import { Screen } from '@/admin/ui/Screen';
import { useFilters } from '@/admin/ui/useFilters';
import type { SoldOrder } from '@/api/schema';
import { date, dateTime } from '@/dates';
import { number, rupiah } from '@/format';
import { Badge } from '@/ui/Badge';
import { Empty } from '@/ui/Empty';
import { Fetched } from '@/ui/Fetched';
import { Link } from '@/ui/Link';
import { useAddressParams } from '@/ui/useAddressParams';
import { isOfGoods, nameOf, ways, type ReportGrouping } from './columns';

const order: Columns<SoldOrder>[0] = {
  label: 'Pesanan',
  cell: ({ order_id, at, sales_rp }) => (
    <>
      <span className="whitespace-nowrap">{order_id}</span>
      <span className="block text-xs font-normal text-muted">{dateTime(at)}</span>
      {sales_rp < 0 && <Badge tone="waiting">Dikembalikan</Badge>}
    </>
  ),
};

const rest = (goods: boolean): Columns<SoldOrder> => [
  {
    label: 'Pembeli',
    cell: ({ uid, name }) => (
      <Link to={adminPaths.member(uid)} className="text-brand underline-offset-4 hover:underline">
        {name}
      </Link>
    ),
  },
  { label: goods ? GROSS : NET, numeric: true, cell: ({ sales_rp }) => rupiah(sales_rp) },
  { label: 'BV', numeric: true, cell: ({ bv }) => number(bv) },
];

const pieces: Columns<SoldOrder>[0] = {
  label: 'Barang',
  numeric: true,
  cell: (row) => `${number(row.pieces)} pcs`,
};

/** Orders behind a figure of the sales report. */
function SoldOrdersPage() {
  const { by: chosen, from, to } = useFilters({ by: ways, from: 'day', to: 'day' });
  const by = (chosen || 'product') as ReportGrouping;
  // Sales without a voucher have an empty key.
  const key = useAddressParams().get('key') ?? '';
  const goods = isOfGoods(by);
  const report = new URLSearchParams({ ...(chosen && { by: chosen }), from, to }).toString();
  return (
    <Screen
      title="Pesanan di balik laporan"
      text={`${from && to ? `${date(from)} – ${date(to)}. ` : ''}${goods ? grossText : netText}`}
      back={{ to: `${adminPaths.reports()}?${report}`, label: 'Kembali ke laporan' }}
    >
      <Fetched query={adminQuery('/api/admin/reports/sales/orders', { by, key, from, to })}>
        {({ name, orders, more, total }) =>
          orders.length === 0 ? (
            <div className="card">
              <Empty
                icon={ReceiptText}
                title="Tidak ada pesanan"
                text="Pada hari-hari itu tidak ada yang terjual. Pilih baris lain di laporan."
              />
            </div>
          ) : (
            <>
              <h2 className="mb-3 font-display text-lg font-semibold wrap-anywhere">
                {nameOf({ key, name }, by)}: {rupiah(total.sales_rp)}
              </h2>
              <DataTable
                label="Pesanan"
                columns={[order, ...(goods ? [pieces] : []), ...rest(goods)]}
                rows={orders}
                keyOf={({ order_id, at }) => `${order_id} ${at}`}
                to={({ order_id }) => adminPaths.order(order_id)}
              />
              {more && (
                <p className="mt-4 text-sm text-muted">
                  {number(orders.length)} yang terbaru. Persempit tanggalnya untuk melihat yang
                  lain.
                </p>
              )}
            </>
          )
        }
      </Fetched>
    </Screen>
  );
}

export { SoldOrdersPage as Component };
