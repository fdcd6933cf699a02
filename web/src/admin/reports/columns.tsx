import { adminPaths } from '@/admin/paths';
import { GROSS, NET } from '@/admin/components/sales';
import type { Columns } from '@/admin/ui/DataTable';
import type { Calls, SalesRow } from '@/api/schema';
import { number, rupiah } from '@/format';
import { Link } from '@/ui/Link';
import { Change } from './Change';

/** Grouping of the sales report. */
export type ReportGrouping = Calls['GET /api/admin/reports/sales']['params']['by'] & string;

/** Groupings that are offered; products if none is chosen. */
export const ways = [
  ['', 'Produk'],
  ['category', 'Kategori'],
  ['member', 'Anggota'],
  ['province', 'Provinsi'],
  ['city', 'Kota atau kabupaten'],
  ['courier', 'Kurir'],
  ['voucher', 'Voucher'],
  ['hour', 'Jam'],
] as const;

/**
 * Whether a grouping sums the prices of goods, with their pieces; returns are then not subtracted.
 */
export const isOfGoods = (by: ReportGrouping) => by === 'product' || by === 'category';

/** Returns `09.00 – 09.59` for `9`. */
export function hourName(hour: string): string {
  const two = hour.padStart(2, '0');
  return `${two}.00 – ${two}.59`;
}

/** Range of days, from the first to the last. */
export type Span = { from: string; to: string };

/** Returns the name of a row. */
export function nameOf({ key, name }: Pick<SalesRow, 'key' | 'name'>, by: ReportGrouping): string {
  if (by === 'hour') return hourName(key);
  if (by === 'voucher' && !key) return 'Tanpa voucher';
  return name;
}

function Name({ row, by }: { row: SalesRow; by: ReportGrouping }) {
  const name = nameOf(row, by);
  const to =
    by === 'product'
      ? adminPaths.product(Number(row.key))
      : by === 'member'
        ? adminPaths.member(row.key)
        : null;
  if (!to) return name;
  return (
    <Link to={to} className="text-brand underline-offset-4 hover:underline">
      {name}
    </Link>
  );
}

/**
 * Columns of a report for a range of days; `largest` is the value of the longest bar, in rupiah.
 */
export function columnsBy(
  by: ReportGrouping,
  largest: number,
  { from, to }: Span,
): Columns<SalesRow> {
  const goods = isOfGoods(by);
  return [
    {
      label: ways.find(([way]) => (way || 'product') === by)?.[1] ?? '',
      cell: (row) => <Name row={row} by={by} />,
    },
    {
      label: goods ? GROSS : NET,
      numeric: true,
      cell: ({ sold, before }) => (
        <>
          {rupiah(sold.sales_rp)}
          <Change now={sold.sales_rp} before={before.sales_rp} write={rupiah} />
          <span aria-hidden className="mt-1 block h-1.5 w-full min-w-28 rounded-full bg-sunken">
            <span
              className="block h-full rounded-full bg-brand"
              style={{ width: `${Math.max(0, (sold.sales_rp / largest) * 100)}%` }}
            />
          </span>
        </>
      ),
    },
    {
      label: 'Pesanan',
      numeric: true,
      cell: (row) => (
        <Link
          to={adminPaths.soldOrders({ by, key: row.key, from, to })}
          aria-label={`${number(row.sold.orders)} pesanan: ${nameOf(row, by)}`}
          className="-my-3 inline-block py-3 text-brand underline-offset-4 hover:underline"
        >
          {number(row.sold.orders)}
        </Link>
      ),
    },
    ...(goods
      ? [
          {
            label: 'Barang',
            numeric: true,
            cell: ({ sold }: SalesRow) => `${number(sold.pieces)} pcs`,
          },
        ]
      : []),
    { label: 'BV', numeric: true, cell: ({ sold }) => number(sold.bv) },
  ];
}
