import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DataTable, type Columns } from '@/admin/ui/DataTable';
import { Screen } from '@/admin/ui/Screen';
import type { JobStatus } from '@/api/schema';
import { dateTime } from '@/dates';
import { Badge } from '@/ui/Badge';
import { Fetched } from '@/ui/Fetched';

const query = { ...adminQuery('/api/admin/jobs'), refetchInterval: 30_000 };

const columns: Columns<JobStatus> = [
  { label: 'Pekerjaan', cell: ({ name }) => name },
  { label: 'Hasil', cell: (job) => <Result job={job} /> },
  {
    label: 'Selesai',
    cell: ({ ended_at }) => (ended_at ? dateTime(ended_at) : 'Belum pernah'),
  },
  { label: 'Dijalankan', cell: ({ every_seconds }) => `Setiap ${every_seconds} detik` },
];

/** Jobs that the shop runs by itself, with the result of the latest run; failing ones come first. */
function JobsPage() {
  return (
    <Screen
      title="Pekerjaan toko"
      back={{ to: adminPaths.audit(), label: 'Kembali ke catatan perubahan' }}
      text="Yang dikerjakan toko sendiri. Yang gagal dicoba lagi dengan sendirinya; bila terus gagal, catatan server menyebutkan sebabnya."
    >
      <Fetched query={query}>
        {({ jobs }) => (
          <DataTable label="Pekerjaan toko" columns={columns} rows={jobs} keyOf={({ id }) => id} />
        )}
      </Fetched>
    </Screen>
  );
}

function Result({ job: { ended_at, failing_since, is_late } }: { job: JobStatus }) {
  if (failing_since)
    return (
      <>
        <Badge tone="bad">Gagal</Badge>
        <span className="block text-xs text-muted">Sejak {dateTime(failing_since)}</span>
      </>
    );
  if (is_late) return <Badge tone="waiting">Terlambat</Badge>;
  if (!ended_at) return <Badge>Belum berjalan</Badge>;
  return <Badge tone="good">Berhasil</Badge>;
}

export { JobsPage as Component };
