import { Download, FileSpreadsheet, PackageCheck, PackageSearch, ScanBarcode } from 'lucide-react';
import { useState } from 'react';
import { DateFilter } from '@/admin/components/DateFilter';
import { OrderBadges } from '@/admin/components/OrderBadges';
import { paymentNames, shipmentNames } from '@/admin/components/orderStates';
import { PeriodFilter } from '@/admin/components/PeriodFilter';
import { TagFilter } from '@/admin/components/TagFilter';
import { adminPaths } from '@/admin/paths';
import { useHasRole } from '@/admin/roles';
import { list } from '@/api/pages';
import { Badge } from '@/ui/Badge';
import type { Columns } from '@/admin/ui/DataTable';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import { Screen } from '@/admin/ui/Screen';
import { useChoice } from '@/admin/ui/useChoice';
import { useFilters } from '@/admin/ui/useFilters';
import type { ListedOrder } from '@/api/schema';
import { dateTime } from '@/dates';
import { number, rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { SearchBox } from '@/ui/SearchBox';
import { BulkBar } from './BulkBar';
import { ExportDialog } from './ExportDialog';
import { MoreFilters } from './MoreFilters';
import { OrderViews } from './OrderViews';
import { methodName, methodNames, moneyNames, nothingWaits, waitingNames } from './labels';

const columns: Columns<ListedOrder> = [
  {
    label: 'Pesanan',
    cell: ({ order_id, created_at, expires_at }) => (
      <>
        <span className="whitespace-nowrap">{order_id}</span>
        <span className="block text-xs font-normal text-muted">{dateTime(created_at)}</span>
        {expires_at && (
          <span className="block text-xs font-normal text-warn">
            bayar sebelum {dateTime(expires_at)}
          </span>
        )}
      </>
    ),
  },
  {
    label: 'Penerima',
    cell: ({ receiver_name, member }) => (
      <>
        {receiver_name}
        <span className="block text-xs text-muted">
          {member.name} · {member.uid}
        </span>
      </>
    ),
  },
  {
    label: 'Status',
    cell: ({ shipment_status, payment_status, trial, held, tags }) => (
      <span className="flex flex-wrap gap-1">
        {trial && <Badge tone="info">Percobaan</Badge>}
        {held && <Badge tone="waiting">Menunggu persetujuan</Badge>}
        <OrderBadges shipment={shipment_status} payment={payment_status} />
        {tags.map((tag) => (
          <Badge key={tag}>#{tag}</Badge>
        ))}
      </span>
    ),
  },
  {
    label: 'Kurir',
    wide: true,
    cell: ({ courier, resi }) => (
      <>
        {courier}
        {resi && <span className="block text-xs whitespace-nowrap text-muted">{resi}</span>}
      </>
    ),
  },
  {
    label: 'Total',
    numeric: true,
    cell: ({ total_rp, payment_method, bank_transfer, pieces, bv }) => (
      <>
        {rupiah(total_rp)}
        <span className="block text-xs text-muted">
          {methodName(payment_method, bank_transfer)} · {number(pieces)} pcs · {number(bv)} BV
        </span>
      </>
    ),
  },
];

const options = (all: string, names: Record<string, string>) =>
  [['', all], ...Object.entries(names)] as [string, string][];
const waitingOptions = options('Semua pesanan', waitingNames);
const shipmentOptions = options('Semua pengiriman', shipmentNames);
const paymentOptions = options('Semua pembayaran', paymentNames);
const methodOptions = options('Semua cara bayar', methodNames);
const moneyOptions = options('Semua gerak uang', moneyNames);
const more = {
  shipment: shipmentOptions,
  payment: paymentOptions,
  method: methodOptions,
  money: moneyOptions,
  tag: 'words',
  period: 'id',
  from: 'day',
  to: 'day',
} as const;

/** Page of all orders: finding, choosing, and moving one or many at once. */
function OrdersPage() {
  const [packs, handles] = [useHasRole('fulfilment'), useHasRole('finance')];
  const query = useFilters({ search: 'words', waiting: waitingOptions, ...more });
  const [exporting, setExporting] = useState(false);
  const choice = useChoice(query);
  return (
    <Screen
      title="Pesanan"
      text={
        ['held', 'pack', 'ship', 'expiring', 'cash'].includes(query.waiting)
          ? 'Yang paling lama menunggu dulu.'
          : 'Semua pesanan, terbaru dulu.'
      }
      actions={
        <>
          <Button look="outline" onClick={() => setExporting(true)}>
            <Download aria-hidden size={18} />
            Unduh
          </Button>
          {packs && (
            <Link to={adminPaths.packOrders()} className={buttonClass('outline')}>
              <ScanBarcode aria-hidden size={18} />
              Pindai & kemas
            </Link>
          )}
          {handles && (
            <Link to={adminPaths.settleCash()} className={buttonClass('outline')}>
              <FileSpreadsheet aria-hidden size={18} />
              Laporan COD kurir
            </Link>
          )}
        </>
      }
    >
      {exporting && <ExportDialog filters={query} onClose={() => setExporting(false)} />}
      <OrderViews filters={query} />
      <div className="mb-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-6">
        <SearchBox
          label="Cari nomor, penerima, telepon, resi, anggota, atau produk"
          short="Cari pesanan, resi, orang, produk"
          className="sm:col-span-2 lg:col-span-4"
        />
        <div className="sm:col-span-2 lg:col-span-2">
          <FilterSelect name="waiting" label="Yang menunggu" options={waitingOptions} />
        </div>
        <MoreFilters narrowed={hasMore(query)}>
          <FilterSelect name="shipment" label="Pengiriman" options={shipmentOptions} />
          <FilterSelect name="payment" label="Pembayaran" options={paymentOptions} />
          <FilterSelect name="method" label="Cara bayar" options={methodOptions} />
          <FilterSelect name="money" label="Gerak uang" options={moneyOptions} />
          <TagFilter known="/api/admin/order-tags" chosen={query.tag} />
          <PeriodFilter name="period" />
          <DateFilter
            name="from"
            label={query.money ? 'Uang bergerak dari tanggal' : 'Dari tanggal'}
          />
          <DateFilter
            name="to"
            label={query.money ? 'Uang bergerak sampai tanggal' : 'Sampai tanggal'}
          />
        </MoreFilters>
      </div>
      <div className="flex flex-col">
        {/* Shown below the list, but placed before it, so that the keyboard need not go through the whole list. */}
        {packs && <BulkBar ids={[...choice.chosen].map(String)} onChoose={choice.onChoose} />}
        <div className="min-w-0">
          <PagedTable
            label="Pesanan"
            list={list('/api/admin/orders', query)}
            rowsOf={({ orders }) => orders}
            keyOf={({ order_id }) => order_id}
            to={({ order_id }) => adminPaths.order(order_id)}
            columns={columns}
            {...(packs ? { choice } : {})}
            empty={
              isWaiting(query.waiting)
                ? { icon: PackageCheck, title: nothingWaits[query.waiting] }
                : {
                    icon: PackageSearch,
                    title: 'Belum ada pesanan',
                    text: 'Pesanan pembeli akan muncul di sini.',
                  }
            }
            within={['waiting']}
          />
        </div>
      </div>
    </Screen>
  );
}

function isWaiting(name: string): name is keyof typeof nothingWaits {
  return name in nothingWaits;
}

function hasMore(query: Record<string, string>): boolean {
  return Object.keys(more).some((name) => query[name]);
}

export { OrdersPage as Component };
