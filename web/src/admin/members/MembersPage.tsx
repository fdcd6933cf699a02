import { Network, UserPlus, UsersRound } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { roleNames } from '@/admin/roles';
import { Badge } from '@/ui/Badge';
import { list } from '@/api/pages';
import type { Columns } from '@/admin/ui/DataTable';
import { TagFilter } from '@/admin/components/TagFilter';
import { download } from '@/admin/ui/download';
import { DownloadButton } from '@/admin/ui/DownloadButton';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import { Screen } from '@/admin/ui/Screen';
import { useFilters } from '@/admin/ui/useFilters';
import type { MemberRow } from '@/api/schema';
import { date, today } from '@/dates';
import { number } from '@/format';
import { buttonClass } from '@/ui/buttonClass';
import { Link } from '@/ui/Link';
import { SearchBox } from '@/ui/SearchBox';
import { AccountBadge } from './AccountBadge';

const columns: Columns<MemberRow> = [
  { label: 'Nama', cell: ({ name }) => name },
  { label: 'ID', cell: ({ uid }) => <span className="tabular-nums">{uid}</span> },
  {
    label: 'Kontak',
    cell: ({ email, phone }) => (
      <>
        <span className="break-all">{email}</span>
        {phone && <span className="block text-xs text-muted">{phone}</span>}
      </>
    ),
  },
  {
    label: 'Leader',
    cell: ({ leader }) =>
      leader ? (
        <Link to={adminPaths.member(leader.uid)} className="hover:text-brand hover:underline">
          {leader.name}
          <span className="block text-xs text-muted">{leader.uid}</span>
        </Link>
      ) : (
        '–'
      ),
  },
  { label: 'Langsung', numeric: true, cell: ({ directs }) => number(directs) },
  { label: 'Downline', numeric: true, cell: ({ downlines }) => number(downlines) },
  { label: 'Bergabung', cell: ({ joined_at }) => date(joined_at) },
  {
    label: 'Status',
    cell: (member) => (
      <span className="flex flex-wrap gap-1">
        <AccountBadge {...member} />
        {member.role !== 'member' && <Badge tone="info">{roleNames[member.role]}</Badge>}
        {member.tags.map((tag) => (
          <Badge key={tag}>#{tag}</Badge>
        ))}
      </span>
    ),
  },
];

const statuses = [
  ['', 'Semua status'],
  ['active', 'Aktif'],
  ['suspended', 'Ditangguhkan'],
  ['unchecked', 'NPWP/NIK belum diperiksa'],
  ['double', 'Mungkin akun ganda'],
] as const;

/** Every member, newest first. */
function MembersPage() {
  const query = useFilters({ search: 'words', status: statuses, tag: 'words' });
  return (
    <Screen
      title="Anggota"
      text="Semua akun toko, yang terbaru dulu."
      actions={
        <>
          <DownloadButton
            fetchFile={() => download(`anggota-${today()}.csv`, '/api/admin/members.csv', query)}
          />
          <DownloadButton
            label="Unduh Excel"
            fetchFile={() => download(`anggota-${today()}.xlsx`, '/api/admin/members.xlsx', query)}
          />
          <Link to={adminPaths.network()} className={buttonClass('outline')}>
            <Network aria-hidden size={17} /> Jaringan
          </Link>
          <Link to={adminPaths.newMember()} className={buttonClass()}>
            <UserPlus aria-hidden size={17} /> Anggota baru
          </Link>
        </>
      }
    >
      <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_14rem_12rem]">
        <SearchBox
          label="Cari nama, ID, email, atau nomor HP"
          short="Cari nama, ID, email, nomor HP"
        />
        <FilterSelect name="status" label="Status" options={statuses} />
        <TagFilter known="/api/admin/member-tags" chosen={query.tag} />
      </div>
      <PagedTable
        label="Anggota"
        list={list('/api/admin/members', query)}
        rowsOf={({ members }) => members}
        keyOf={({ uid }) => uid}
        to={({ uid }) => adminPaths.member(uid)}
        columns={columns}
        empty={{
          icon: UsersRound,
          title: 'Belum ada anggota',
          text: 'Siapa pun yang mendaftar di toko muncul di sini.',
        }}
      />
    </Screen>
  );
}

export { MembersPage as Component };
