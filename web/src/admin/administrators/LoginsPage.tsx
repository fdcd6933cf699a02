import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { adminPaths } from '@/admin/paths';
import { roleNames } from '@/admin/roles';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DataTable, type Columns } from '@/admin/ui/DataTable';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { Screen } from '@/admin/ui/Screen';
import { useFilters } from '@/admin/ui/useFilters';
import type { AdministratorLogin } from '@/api/schema';
import { endOneOf } from '@/api/sessions';
import { dateTime } from '@/dates';
import { EndDialog } from '@/components/Devices';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Empty } from '@/ui/Empty';
import { Fetched } from '@/ui/Fetched';
import { Link } from '@/ui/Link';

const states = [
  ['', 'Semua login'],
  ['true', 'Yang masih masuk'],
] as const;

const columns: Columns<AdministratorLogin> = [
  {
    label: 'Pengelola',
    cell: ({ name, role, uid }) => (
      <>
        <Link to={adminPaths.logins(uid)} className="text-brand underline-offset-4 hover:underline">
          {name}
        </Link>
        <span className="block text-xs text-muted">{roleNames[role]}</span>
      </>
    ),
  },
  { label: 'Login', cell: ({ at }) => dateTime(at) },
  {
    label: 'Perangkat',
    cell: ({ device, address }) => (
      <>
        {device}
        <span className="block text-xs break-all text-muted">{address}</span>
      </>
    ),
  },
  { label: 'Terakhir dipakai', cell: ({ last_seen_at }) => dateTime(last_seen_at) },
  { label: 'Sekarang', cell: (login) => <Now login={login} /> },
];

/** Shows whether a login is still open, with a button to end it. */
function Now({ login }: { login: AdministratorLogin }) {
  const [leaving, setLeaving] = useState(false);
  if (!login.is_open) return <span className="text-muted">Sudah keluar</span>;
  if (login.is_current) return <Badge tone="info">Perangkat ini</Badge>;
  return (
    <>
      <Button
        look="outline"
        aria-label={`Keluarkan ${login.name} dari ${login.device}`}
        onClick={() => setLeaving(true)}
      >
        Keluarkan
      </Button>
      {leaving && (
        <EndDialog
          session={login}
          end={() => endOneOf(login.id)}
          onClose={() => setLeaving(false)}
        />
      )}
    </>
  );
}

/** Page of the administrators' logins: place and time, and which sessions are still open. */
function LoginsPage() {
  const { open, uid } = useFilters({ open: states, uid: 'words' });
  const asked = { ...(open && { open: true }), ...(uid && { uid }) };
  return (
    <Screen
      title="Login pengelola"
      text="Dari mana dan kapan pengelola login, terbaru dulu: paling banyak 200 login dalam 91 hari terakhir."
      back={{ to: adminPaths.administrators(), label: 'Kembali ke pengelola' }}
    >
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="w-56">
          <FilterSelect name="open" label="Keadaan login" options={states} />
        </div>
        {uid && (
          <Link
            to={open ? `${adminPaths.logins()}?open=true` : adminPaths.logins()}
            className="inline-flex min-h-11 items-center text-sm text-brand underline underline-offset-4"
          >
            Tampilkan semua pengelola
          </Link>
        )}
      </div>
      <Fetched query={adminQuery('/api/admin/sessions', asked)}>
        {({ logins }) =>
          logins.length === 0 ? (
            <div className="card">
              <Empty
                icon={KeyRound}
                title="Tidak ada login"
                text="Pengelola ini belum login dalam 91 hari terakhir, atau bukan pengelola lagi."
              />
            </div>
          ) : (
            <DataTable
              label="Login pengelola"
              columns={columns}
              rows={logins}
              keyOf={({ id }) => id}
            />
          )
        }
      </Fetched>
    </Screen>
  );
}

export { LoginsPage as Component };
