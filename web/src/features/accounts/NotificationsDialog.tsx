import { Bell, BellOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { query } from '@/api/calls';
import type { MessageChannel, MessageKind } from '@/api/schema';
import { save } from '@/api/save';
import { sentence } from '@/errors';
import { channelNames, kindNames } from '@/components/messageKinds';
import { beginPush, canPush, endPush, pushSubscription } from '@/components/push';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { Dialog } from '@/ui/Dialog';
import { Fetched } from '@/ui/Fetched';
import { toast } from '@/ui/toast';
import { useMutation } from '@/ui/useMutation';

const choices = query('/api/me/notifications');

/** Choice of notifications to a member and their channels; those about security cannot be turned off. */
export default function NotificationsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Pemberitahuan" wide onClose={onClose}>
      <p className="mt-1 text-sm text-muted">
        Pilih kabar yang ingin Anda terima. Pemberitahuan keamanan selalu dikirim.
      </p>
      <div className="mt-4">
        <Fetched query={choices}>
          {({ push_key, kinds }) => (
            <>
              <ThisBrowser pushKey={push_key} />
              <ul className="mt-4 divide-y divide-line">
                {kinds.map(({ kind, security, channels }) => (
                  <li key={kind} className="flex flex-wrap items-center gap-x-6 py-1">
                    <span className="min-w-40 flex-1 pt-1 text-sm font-medium">
                      {kindNames[kind]}
                    </span>
                    <span className="flex flex-wrap gap-x-5">
                      {channels.map(({ channel, on }) => (
                        <Choice key={channel} {...{ kind, channel, on, security }} />
                      ))}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Fetched>
      </div>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Selesai</Button>
      </div>
    </Dialog>
  );
}

type ChoiceProps = { kind: MessageKind; channel: MessageChannel; on: boolean; security: boolean };

function Choice({ kind, channel, on, security }: ChoiceProps) {
  const { mutate, isPending } = useMutation(
    async () => {
      const body = { kind, channel, on: !on };
      await save('PUT /api/me/notifications', { body }, { keep: choices, changes: [] });
    },
    (error) => toast('error', 'Belum berhasil', sentence(error, 'Gagal menyimpan. Coba lagi.')),
  );
  return (
    <label className={`flex min-h-11 items-center gap-2 text-sm ${security ? 'text-muted' : ''}`}>
      <Checkbox
        aria-label={`${kindNames[kind]} lewat ${channelNames[channel]}`}
        checked={on}
        disabled={security || isPending}
        onChange={() => mutate()}
      />
      {channelNames[channel]}
    </label>
  );
}

/**
 * Offers to show notifications on this device; the browser asks for permission only after the
 * button is pressed.
 */
function ThisBrowser({ pushKey }: { pushKey: string }) {
  const [isOn, setOn] = useState<boolean | null>(null);
  const change = useMutation(
    async () => {
      if (isOn) await endPush();
      else if (!(await beginPush(pushKey)))
        return toast(
          'error',
          'Belum diizinkan',
          'Izinkan pemberitahuan di pengaturan browser Anda.',
        );
      setOn(!isOn);
    },
    (error) =>
      toast('error', 'Belum berhasil', sentence(error, 'Pemberitahuan belum bisa diaktifkan.')),
  );
  useEffect(() => {
    void pushSubscription().then(
      (subscription) => setOn(subscription !== null),
      () => setOn(false),
    );
  }, []);
  if (!canPush())
    return (
      <p className="rounded-2xl bg-sunken px-4 py-3 text-sm text-muted">
        Browser ini tidak bisa menampilkan pemberitahuan aplikasi. Di iPhone, pasang dulu toko ini
        ke layar utama.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-2xl bg-sunken px-4 py-3">
      <p className="min-w-48 flex-1 text-sm">
        {isOn
          ? 'Pemberitahuan aplikasi tampil di perangkat ini.'
          : 'Tampilkan pemberitahuan di perangkat ini, juga saat toko tidak dibuka.'}
      </p>
      <Button
        look="outline"
        disabled={isOn === null}
        busy={change.isPending && 'Memproses...'}
        onClick={() => change.mutate()}
      >
        {isOn ? <BellOff aria-hidden size={16} /> : <Bell aria-hidden size={16} />}
        {isOn ? 'Matikan' : 'Aktifkan'}
      </Button>
    </div>
  );
}
