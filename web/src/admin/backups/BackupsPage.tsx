import { DatabaseBackup, Download } from 'lucide-react';
import { adminPaths } from '@/admin/paths';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Card, Fact } from '@/admin/ui/Card';
import { DataTable, type Columns } from '@/admin/ui/DataTable';
import { download } from '@/admin/ui/download';
import { Screen } from '@/admin/ui/Screen';
import type { Backup, BackupList, BackupStage } from '@/api/schema';
import { save } from '@/api/save';
import { dateTime } from '@/dates';
import { sentence } from '@/errors';
import { number } from '@/format';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Empty } from '@/ui/Empty';
import { Fetched } from '@/ui/Fetched';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useMutation } from '@/ui/useMutation';
import { size } from './size';

/** Query of the backups; repeated every two seconds while a backup is being made. */
const query = {
  ...adminQuery('/api/admin/backups'),
  refetchInterval: ({ state }: { state: { data?: BackupList } }) =>
    state.data?.is_under_way ? 2000 : false,
} as const;

const failures: Record<BackupStage, string> = {
  writing:
    'gagal ditulis. Periksa ruang penyimpanan; catatan server menyebut sebabnya. Cadangan malam hari dicoba lagi satu jam kemudian.',
  checking:
    'gagal diperiksa, jadi sudah dihapus. Periksa ruang penyimpanan; catatan server menyebut sebabnya.',
  interrupted: 'tidak selesai karena server berhenti. Cadangan malam hari dicoba lagi.',
};

/** Page of the backups of the whole shop: making one, the list, and trying one out. */
function BackupsPage() {
  return (
    <Screen
      title="Cadangan"
      text="Seluruh toko dalam satu berkas, database beserta gambarnya. Dibuat setiap hari setelah pukul 02.00 WIB."
    >
      <Fetched query={query}>{(list) => <Backups list={list} />}</Fetched>
    </Screen>
  );
}

function Backups({ list }: { list: BackupList }) {
  const { backups, failed, is_under_way } = list;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Make isUnderWay={is_under_way} />
        {/* The line has the same height with and without text: nothing below moves when a backup begins or ends. */}
        <p role="status" className="text-sm text-muted max-sm:min-h-10 sm:min-h-5">
          {is_under_way
            ? 'Toko tetap buka; halaman ini boleh ditinggalkan.'
            : backups[0] && `Cadangan terbaru: ${dateTime(backups[0].made_at)}.`}
        </p>
      </div>
      <Keeping list={list} />
      {failed && !is_under_way && (
        <Problem text={`Cadangan ${dateTime(failed.at)} ${failures[failed.stage]}`} />
      )}
      {backups.length === 0 ? (
        <Empty
          icon={DatabaseBackup}
          title="Belum ada cadangan"
          text={
            list.kept > 0
              ? 'Yang pertama dibuat malam ini, atau buat sekarang.'
              : 'Cadangan otomatis dimatikan. Buat satu sekarang.'
          }
        />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Last list={list} />
          <Rehearsal name={`cadangan-${backups[0]?.name}`} />
        </div>
      )}
      {backups.length > 0 && (
        <DataTable label="Cadangan" columns={columns} rows={backups} keyOf={({ name }) => name} />
      )}
    </div>
  );
}

function Make({ isUnderWay }: { isUnderWay: boolean }) {
  const { mutate, isPending } = useMutation(
    () => save('POST /api/admin/backups', {}, { keep: query, changes: [] }),
    (error) => toast('error', 'Cadangan belum dibuat', sentence(error, 'Coba lagi.')),
  );
  return (
    <Button busy={(isUnderWay || isPending) && 'Membuat cadangan...'} onClick={() => mutate()}>
      <DatabaseBackup aria-hidden size={18} />
      Buat cadangan sekarang
    </Button>
  );
}

/** Newest backup, and the result of reading it back. */
function Last({ list: { backups, check } }: { list: BackupList }) {
  const [last] = backups;
  if (!last) return null;
  return (
    <Card title="Cadangan terakhir">
      <dl className="mt-2 text-sm">
        <Fact label="Dibuat">{dateTime(last.made_at)}</Fact>
        <Fact label="Ukuran">{size(last.bytes)}</Fact>
        <Fact label="Pemeriksaan">
          {check?.name === last.name ? (
            <>
              <Badge tone="good">Utuh</Badge> Dibaca ulang sampai akhir {dateTime(check.checked_at)}
              : {number(check.rows)} baris data dan {number(check.files)} berkas.
            </>
          ) : (
            <>
              <Badge tone="waiting">Belum diperiksa</Badge> Toko ini tidak ingat pernah membacanya
              ulang. Uji pemulihannya.
            </>
          )}
        </Fact>
      </dl>
    </Card>
  );
}

function Rehearsal({ name }: { name: string }) {
  return (
    <Card title="Uji pemulihan">
      <p className="mt-2 text-sm text-muted">
        Pemeriksaan otomatis membuktikan bahwa berkasnya utuh. Bahwa toko dapat dipulihkan darinya
        dibuktikan satu perintah di server, yang memakai database sementara dan tidak menyentuh toko
        ini:
      </p>
      <p className="mt-3 rounded-xl bg-sunken px-3.5 py-2.5 font-mono text-sm wrap-anywhere select-all">
        ksmart rehearse {name}
      </p>
      {name.endsWith('.age') && (
        <p className="mt-3 text-sm text-muted">
          Berkas ini terenkripsi: tambahkan <code>--identity kunci.txt</code>, dengan kunci yang
          disimpan di luar server.
        </p>
      )}
    </Card>
  );
}

/** Number of backups that are retained, and whether the next one is encrypted. */
function Keeping({ list: { kept, is_encrypted } }: { list: BackupList }) {
  return (
    <div className="grid max-w-prose gap-1 text-sm text-muted">
      <p>
        {kept > 0
          ? `${number(kept)} cadangan terbaru disimpan; yang lebih lama dihapus setelah yang baru selesai diperiksa.`
          : 'Cadangan otomatis dimatikan, dan tidak ada yang dihapus.'}{' '}
        <Link to={adminPaths.settings()} className="text-brand underline underline-offset-2">
          Ubah di Pengaturan
        </Link>
      </p>
      <p>
        {is_encrypted ? (
          'Cadangan baru dienkripsi. Simpan kuncinya di luar server: tanpa kunci itu tidak ada yang dapat membacanya, toko ini pun tidak.'
        ) : (
          <>
            Cadangan baru tidak dienkripsi: siapa pun yang memegang berkasnya dapat membaca data
            anggota. Server mengenkripsinya bila <code>BACKUP_RECIPIENT</code> diatur.
          </>
        )}
      </p>
    </div>
  );
}

function DownloadBackup({ backup: { name, made_at } }: { backup: Backup }) {
  const { mutate, isPending } = useMutation(
    () => download(`cadangan-${name}`, '/api/admin/backups/{file}', { file: name }),
    (error) => toast('error', 'Unduhan gagal', sentence(error, 'Coba lagi.')),
  );
  return (
    <Button
      look="outline"
      aria-label={`Unduh cadangan ${dateTime(made_at)}`}
      busy={isPending && 'Mengunduh...'}
      onClick={() => mutate()}
    >
      <Download aria-hidden size={16} /> Unduh
    </Button>
  );
}

const columns: Columns<Backup> = [
  { label: 'Dibuat', cell: ({ made_at }) => dateTime(made_at) },
  { label: 'Ukuran', cell: ({ bytes }) => size(bytes), numeric: true },
  {
    label: 'Enkripsi',
    cell: ({ is_encrypted }) =>
      is_encrypted ? (
        <Badge tone="good">Terenkripsi</Badge>
      ) : (
        <Badge tone="waiting">Tidak dienkripsi</Badge>
      ),
  },
  { label: 'Berkas', cell: (backup) => <DownloadBackup backup={backup} /> },
];

export { BackupsPage as Component };
