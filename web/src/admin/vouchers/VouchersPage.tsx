import { Plus, TicketPercent } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { list } from '@/api/pages';
import type { Columns } from '@/admin/ui/DataTable';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import { Screen } from '@/admin/ui/Screen';
import { useFilters, type Options } from '@/admin/ui/useFilters';
import type { AdminVoucher } from '@/api/schema';
import { dateTime } from '@/dates';
import { number } from '@/format';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { SearchBox } from '@/ui/SearchBox';
import { VoucherBadge, voucherStatuses } from '@/admin/components/VoucherBadge';

const columns: Columns<AdminVoucher> = [
  { label: 'Kode', cell: ({ code }) => code },
  { label: 'Judul', cell: ({ title }) => title },
  { label: 'Status', cell: ({ status }) => <VoucherBadge status={status} /> },
  {
    label: 'Potongan',
    cell: ({ benefit, scoped, first_order, chosen_members }) => (
      <>
        {benefit}
        <span className="block text-muted empty:hidden">
          {[
            scoped && 'produk tertentu',
            first_order && 'pesanan pertama',
            chosen_members && 'anggota tertentu',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
  },
  {
    label: 'Dipakai',
    numeric: true,
    cell: ({ used, quota }) => `${number(used)} / ${quota == null ? '∞' : number(quota)}`,
  },
  {
    label: 'Berlaku',
    cell: ({ starts_at, ends_at }) => (
      <>
        {dateTime(starts_at)}
        <span className="block text-muted">s.d. {dateTime(ends_at)}</span>
      </>
    ),
  },
];

const statuses: Options = [['', 'Semua status'], ...Object.entries(voucherStatuses)];

/** List of vouchers, those that end last first. */
function VouchersPage() {
  const query = useFilters({ search: 'words', status: statuses });
  const add = (
    <Link to={adminPaths.voucher('new')} className={buttonClass()}>
      <Plus aria-hidden size={18} />
      Buat voucher
    </Link>
  );
  return (
    <Screen
      title="Voucher"
      text="Potongan harga dengan kode. Waktu dalam WIB, yang paling lama berakhir ada di atas."
      actions={add}
    >
      <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_14rem]">
        <SearchBox label="Cari kode atau judul" />
        <FilterSelect name="status" label="Status" options={statuses} />
      </div>
      <PagedTable
        label="Voucher"
        list={list('/api/admin/vouchers', query)}
        rowsOf={({ vouchers }) => vouchers}
        keyOf={({ id }) => id}
        columns={columns}
        to={({ id }) => adminPaths.voucher(id)}
        empty={{
          icon: TicketPercent,
          title: 'Belum ada voucher',
          text: 'Buat voucher pertama, lalu tampilkan di beranda lewat banner atau popup.',
          children: add,
        }}
      />
    </Screen>
  );
}

export { VouchersPage as Component };
