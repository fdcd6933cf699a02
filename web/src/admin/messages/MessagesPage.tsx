import { PenLine, Send, Webhook } from 'lucide-react';
import { useState } from 'react';
import { adminPaths } from '@/admin/paths';
import { useHasRole } from '@/admin/roles';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Badge, type Tone } from '@/ui/Badge';
import type { Columns } from '@/admin/ui/DataTable';
import { Fetched } from '@/ui/Fetched';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { PagedTable } from '@/admin/ui/PagedTable';
import { Screen } from '@/admin/ui/Screen';
import { useFilters, type Options } from '@/admin/ui/useFilters';
import { list } from '@/api/pages';
import type { AdminMessage, AdminMessageDetail, MessageState } from '@/api/schema';
import { save } from '@/api/save';
import { dateTime } from '@/dates';
import { sentence } from '@/errors';
import { channelNames, kindNames } from '@/components/messageKinds';
import { Button } from '@/ui/Button';
import { buttonClass } from '@/ui/buttonClass';
import { Dialog } from '@/ui/Dialog';
import { Link } from '@/ui/Link';
import { SearchBox } from '@/ui/SearchBox';
import { toast } from '@/ui/toast';
import { useMutation } from '@/ui/useMutation';

const stateNames: Record<MessageState, [string, Tone]> = {
  waiting: ['Menunggu', 'waiting'],
  sent: ['Terkirim', 'good'],
  dead: ['Gagal', 'bad'],
};

const states: Options = [
  ['', 'Semua status'],
  ...Object.entries(stateNames).map(([state, [name]]) => [state, name] as const),
];
const kinds: Options = [['', 'Semua jenis'], ...Object.entries(kindNames)];

const columns = (onOpen: (id: number) => void): Columns<AdminMessage> => [
  {
    label: 'Pesan',
    cell: ({ id, subject, kind, error }) => (
      <>
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="text-left wrap-anywhere text-brand underline-offset-4 hover:underline"
        >
          {subject}
        </button>
        <span className="block text-xs font-normal text-muted">{kindNames[kind]}</span>
        {error && (
          <span className="block max-w-prose text-xs font-normal wrap-anywhere text-danger">
            {error}
          </span>
        )}
      </>
    ),
  },
  { label: 'Penerima', cell: ({ to }) => <span className="wrap-anywhere">{to}</span> },
  { label: 'Lewat', cell: ({ channel }) => channelNames[channel] },
  { label: 'Waktu', cell: ({ created_at }) => dateTime(created_at) },
  {
    label: 'Status',
    cell: ({ state }) => <Badge tone={stateNames[state][1]}>{stateNames[state][0]}</Badge>,
  },
];

/** Messages of the outbox: waiting, sent and given up. */
function MessagesPage() {
  const query = useFilters({ search: 'words', kind: kinds, state: states });
  const [open, setOpen] = useState<number | null>(null);
  const isOwner = useHasRole('owner');
  return (
    <Screen
      title="Pesan keluar"
      text="Semua yang dikabarkan toko kepada pembeli, anggota, dan pengelola, terbaru dulu."
      actions={
        isOwner && (
          <>
            <Link to={adminPaths.messageTexts()} className={buttonClass('outline')}>
              <PenLine aria-hidden size={16} /> Teks pesan
            </Link>
            <Link to={adminPaths.webhooks()} className={buttonClass('outline')}>
              <Webhook aria-hidden size={16} /> Webhook
            </Link>
          </>
        )
      }
    >
      <Fetched query={adminQuery('/api/admin/messages', { limit: 1 })}>
        {({ sends_email }) => (
          <>
            {!sends_email && (
              <p className="mb-4 rounded-2xl bg-info-soft px-4 py-3 text-sm text-info">
                Email belum dikirim karena SMTP_URL belum diatur. Isinya menunggu dan bisa dibaca di
                sini; yang lebih lama dari tujuh hari tidak dikirim lagi.
              </p>
            )}
            <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_12rem_11rem]">
              <SearchBox label="Cari penerima atau nomor pesanan" short="Cari penerima, pesanan" />
              <FilterSelect name="kind" label="Jenis" options={kinds} />
              <FilterSelect name="state" label="Status" options={states} />
            </div>
            <PagedTable
              label="Pesan keluar"
              list={list('/api/admin/messages', query)}
              rowsOf={({ messages }) => messages}
              keyOf={({ id }) => id}
              columns={columns(setOpen)}
              empty={{
                icon: Send,
                title: 'Belum ada pesan',
                text: 'Pesan muncul di sini begitu ada yang perlu dikabarkan.',
              }}
            />
          </>
        )}
      </Fetched>
      {open !== null && <MessageDialog id={open} onClose={() => setOpen(null)} />}
    </Screen>
  );
}

function MessageDialog({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <Dialog title="Pesan" wide onClose={onClose}>
      <Fetched query={adminQuery('/api/admin/messages/{id}', { id })}>
        {(detail) => <Detail detail={detail} onClose={onClose} />}
      </Fetched>
    </Dialog>
  );
}

function Detail({ detail, onClose }: { detail: AdminMessageDetail; onClose: () => void }) {
  const { message, letter, address } = detail;
  const sendAgain = useMutation(
    async () => {
      const params = { id: message.id };
      const keep = adminQuery('/api/admin/messages/{id}', params);
      await save(
        'POST /api/admin/messages/{id}/send-again',
        { params },
        { keep, changes: ['/api/admin/messages'] },
      );
      toast('success', 'Pesan dikirim lagi.');
    },
    (error) => toast('error', 'Belum berhasil', sentence(error, 'Pesan belum bisa dikirim lagi.')),
  );
  const [state, tone] = stateNames[message.state];
  return (
    <>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-muted">Kepada</dt>
        <dd className="wrap-anywhere">
          {message.to}
          {address && address !== message.to && <span className="text-muted"> · {address}</span>}
        </dd>
        <dt className="text-muted">Lewat</dt>
        <dd>{channelNames[message.channel]}</dd>
        <dt className="text-muted">Status</dt>
        <dd>
          <Badge tone={tone}>{state}</Badge>
          {message.settled_at && (
            <span className="text-muted"> {dateTime(message.settled_at)}</span>
          )}
        </dd>
        {message.error && (
          <>
            <dt className="text-muted">Sebab</dt>
            <dd className="wrap-anywhere">{message.error}</dd>
          </>
        )}
      </dl>
      <article className="mt-4 rounded-2xl bg-sunken p-4 text-sm">
        <h3 className="font-semibold wrap-anywhere">{letter.subject}</h3>
        <p className="mt-2 wrap-anywhere whitespace-pre-line">{letter.body}</p>
      </article>
      <p className="mt-2 text-xs text-muted">
        Tampil dengan teks pesan yang berlaku sekarang. Tautan rahasia hanya dilihat penerimanya.
      </p>
      <DialogFoot>
        {message.state === 'dead' && (
          <Button
            look="outline"
            busy={sendAgain.isPending && 'Memproses...'}
            onClick={() => sendAgain.mutate()}
          >
            Kirim lagi
          </Button>
        )}
        <Button onClick={onClose}>Tutup</Button>
      </DialogFoot>
    </>
  );
}

export { MessagesPage as Component };
