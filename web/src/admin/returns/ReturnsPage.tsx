import { PackageCheck } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import type { Columns } from '@/admin/ui/DataTable';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import { Screen } from '@/admin/ui/Screen';
import { usePage } from '@/admin/ui/usePage';
import { list } from '@/api/pages';
import type { ListedReturn, ReturnState } from '@/api/schema';
import { dateTime } from '@/dates';
import { number, rupiah } from '@/format';
import { ReturnBadge } from '@/components/ReturnBadge';
import { returnKinds, returnReasons, returnStates } from '@/components/returns';
import { SearchBox } from '@/ui/SearchBox';
import { useAddressParams } from '@/ui/useAddressParams';

const columns: Columns<ListedReturn> = [
  {
    label: 'Pengembalian',
    cell: ({ number: name, asked_at }) => (
      <>
        <span className="whitespace-nowrap">{name}</span>
        <span className="block text-xs font-normal text-muted">{dateTime(asked_at)}</span>
      </>
    ),
  },
  {
    label: 'Anggota',
    cell: ({ member, order_id }) => (
      <>
        {member.name} · {member.uid}
        <span className="block text-xs text-muted">{order_id}</span>
      </>
    ),
  },
  {
    label: 'Permintaan',
    cell: ({ kind, reason }) => (
      <>
        {returnKinds[kind]}
        <span className="block text-xs text-muted">{returnReasons[reason]}</span>
      </>
    ),
  },
  { label: 'Status', cell: ({ state }) => <ReturnBadge state={state} /> },
  {
    label: 'Dana',
    numeric: true,
    cell: ({ kind, refund_rp, pieces }) => (
      <>
        {kind === 'replacement' ? '–' : rupiah(refund_rp)}
        <span className="block text-xs text-muted">{number(pieces)} pcs</span>
      </>
    ),
  },
];

/** Members' return requests: searched, and opened for a decision. */
function ReturnsPage() {
  const params = useAddressParams();
  const query = {
    search: params.get('search')?.trim() ?? '',
    state: params.get('state') ?? '',
  };
  const returns = list('/api/admin/returns', query);
  const waiting: Partial<Record<ReturnState, number>> = usePage(returns).answer?.waiting ?? {};
  const states = Object.entries(returnStates) as [ReturnState, string][];
  return (
    <Screen
      title="Pengembalian"
      text={
        query.state in waiting
          ? 'Yang paling lama menunggu dulu.'
          : 'Barang yang ingin dikembalikan anggota, terbaru dulu.'
      }
    >
      <div className="mb-5 grid gap-3 sm:grid-cols-[1fr_18rem]">
        <SearchBox
          label="Cari nomor pengembalian, pesanan, atau anggota"
          short="Cari nomor atau anggota"
        />
        <FilterSelect
          name="state"
          label="Status"
          options={[
            ['', 'Semua status'],
            ...states.map(
              ([state, name]) =>
                [state, waiting[state] ? `${name} (${number(waiting[state])})` : name] as const,
            ),
          ]}
        />
      </div>
      <PagedTable
        label="Pengembalian"
        list={returns}
        rowsOf={(page) => page.returns}
        keyOf={({ id }) => id}
        to={({ id }) => adminPaths.return(id)}
        columns={columns}
        empty={{
          icon: PackageCheck,
          title: 'Belum ada pengembalian',
          text: 'Anggota mengajukannya dari halaman pesanannya yang sudah selesai.',
        }}
      />
    </Screen>
  );
}

export { ReturnsPage as Component };
