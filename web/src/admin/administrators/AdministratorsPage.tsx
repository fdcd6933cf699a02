import { KeyRound, UserPlus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { adminPaths } from '@/admin/paths';
import { roleNames } from '@/admin/roles';
import { Badge } from '@/ui/Badge';
import type { Columns } from '@/admin/ui/DataTable';
import { LinkDialog } from '@/admin/ui/LinkDialog';
import { PagedTable } from '@/admin/ui/PagedTable';
import { Screen } from '@/admin/ui/Screen';
import { useMe } from '@/api/accounts';
import { list } from '@/api/pages';
import type { AdministratorAdded, Administrator } from '@/api/schema';
import { save } from '@/api/save';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Link } from '@/ui/Link';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { AddDialog } from './AddDialog';
import { DevicesDialog } from './DevicesDialog';
import { RoleDialog } from './RoleDialog';
import { roleTexts } from './roleTexts';

const columns: Columns<Administrator> = [
  { label: 'Nama', cell: ({ name }) => name },
  {
    label: 'Email',
    cell: ({ email, uid }) => (
      <>
        <span className="break-all">{email}</span>
        <Link
          to={adminPaths.member(uid)}
          className="block text-xs text-muted hover:text-brand hover:underline"
        >
          {uid}
        </Link>
      </>
    ),
  },
  {
    label: 'Peran',
    cell: ({ role, suspended_at }) => (
      <span className="flex flex-wrap gap-1">
        <Badge tone="info">{roleNames[role]}</Badge>
        {suspended_at && <Badge tone="bad">Ditangguhkan</Badge>}
      </span>
    ),
  },
  { label: 'Ubah', cell: (administrator) => <Change administrator={administrator} /> },
];

function Change({ administrator }: { administrator: Administrator }) {
  const [open, setOpen] = useRestoredState(`role ${administrator.uid}`, false);
  const [devices, setDevices] = useState(false);
  const [resetting, setResetting] = useState(false);
  if (useMe().data?.uid === administrator.uid) return <span className="text-muted">Anda</span>;
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        look="outline"
        aria-label={`Ubah peran ${administrator.name}`}
        onClick={() => setOpen(true)}
      >
        Ubah peran
      </Button>
      <Button
        look="outline"
        aria-label={`Perangkat ${administrator.name}`}
        onClick={() => setDevices(true)}
      >
        Perangkat
      </Button>
      <Button
        look="outline"
        aria-label={`Atur ulang verifikasi dua langkah ${administrator.name}`}
        onClick={() => setResetting(true)}
      >
        Atur ulang verifikasi
      </Button>
      {open && <RoleDialog administrator={administrator} onClose={() => setOpen(false)} />}
      {devices && <DevicesDialog administrator={administrator} onClose={() => setDevices(false)} />}
      {resetting && (
        <ConfirmDialog
          title={`Atur ulang verifikasi dua langkah ${administrator.name}?`}
          text="Untuk yang kehilangan ponsel dan kode pemulihannya. Semua perangkatnya keluar, dan verifikasi baru dipasang saat login berikutnya. Pastikan ia sendiri yang memintanya."
          confirm="Ya, atur ulang"
          onConfirm={async () => {
            const { uid } = administrator;
            await save('DELETE /api/admin/members/{uid}/factors', { params: { uid } });
            toast('success', `Verifikasi dua langkah ${administrator.name} diatur ulang.`);
          }}
          onClose={() => setResetting(false)}
        />
      )}
    </span>
  );
}

/** Administrators of the shop, and their roles. */
function AdministratorsPage() {
  const [adding, setAdding] = useRestoredState('administrator', false);
  const [added, setAdded] = useState<AdministratorAdded | null>(null);
  return (
    <Screen
      title="Pengelola"
      text="Siapa yang bekerja di kantor ini, dan di bagian mana."
      actions={
        <>
          <Link to={adminPaths.logins()} className={buttonClass('outline')}>
            <KeyRound aria-hidden size={17} /> Riwayat login
          </Link>
          <Button onClick={() => setAdding(true)}>
            <UserPlus aria-hidden size={17} /> Tambah pengelola
          </Button>
        </>
      }
    >
      <dl className="mb-5 grid gap-2 text-sm sm:grid-cols-2">
        {roleTexts.map(([role, work]) => (
          <div key={role} className="flex gap-2">
            <dt className="shrink-0">
              <Badge tone="info">{roleNames[role]}</Badge>
            </dt>
            <dd className="text-muted">{work}</dd>
          </div>
        ))}
      </dl>
      <PagedTable
        label="Pengelola"
        list={list('/api/admin/staff', {})}
        rowsOf={({ staff }) => staff}
        keyOf={({ uid }) => uid}
        columns={columns}
        empty={{ icon: UsersRound, title: 'Belum ada pengelola' }}
      />
      {adding && (
        <AddDialog
          onClose={() => setAdding(false)}
          onAdded={(answer) => {
            setAdding(false);
            toast('success', `${answer.staff.name} sekarang pengelola.`);
            if (answer.link) setAdded(answer);
          }}
        />
      )}
      {added?.link && (
        <LinkDialog name={added.staff.name} link={added.link} onClose={() => setAdded(null)} />
      )}
    </Screen>
  );
}

export { AdministratorsPage as Component };
