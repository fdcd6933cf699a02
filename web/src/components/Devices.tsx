/** Devices on which someone is logged in, each with a way to end the session. */
import { useQuery } from '@tanstack/react-query';
import { Eye, Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { endOne, endOthers, sessionsQuery } from '@/api/sessions';
import type { LoginSession, ShopView } from '@/api/schema';
import { sentence } from '@/errors';
import { dateTime } from '@/dates';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast';

/** The member's own devices; `className` sets the style of the section. */
export function Devices({ className }: { className: string }) {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const [asked, setAsked] = useState(false);
  const sessions = data?.sessions ?? [];
  return (
    <section aria-labelledby="devices" className={className}>
      <div>
        <h2 id="devices" className="font-display text-lg font-semibold">
          Perangkat
        </h2>
        <p className="mt-1 text-sm text-muted">
          Di sini akun Anda sedang login. Keluarkan perangkat yang hilang atau tidak Anda kenal.
        </p>
      </div>
      {error && (
        <Problem
          text={sentence(error, 'Gagal memuat daftar perangkat.')}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-20 rounded-2xl" />}
      <DeviceList sessions={sessions} end={endOne} />
      <Views views={data?.views ?? []} />
      {sessions.length > 1 && (
        <div>
          <Button look="outline" onClick={() => setAsked(true)}>
            Keluarkan semua perangkat lain
          </Button>
        </div>
      )}
      {asked && (
        <ConfirmDialog
          title="Keluarkan semua perangkat lain?"
          text="Hanya perangkat ini yang tetap login; yang lain harus login lagi dengan password."
          confirm="Ya, keluarkan"
          onConfirm={async () => {
            await endOthers();
            toast('success', 'Semua perangkat lain sudah keluar.');
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}

/**
 * List of the times at which the shop viewed the account, as far as they are disclosed to the
 * member.
 */
function Views({ views }: { views: ShopView[] }) {
  return (
    <ul className="divide-y divide-line empty:hidden">
      {views.map(({ begun_at, until }) => (
        <li key={begun_at} className="flex gap-4 py-3">
          <Eye aria-hidden size={22} className="mt-0.5 shrink-0 text-brand" />
          <div className="min-w-0">
            <p className="font-medium">Pengelola toko melihat akun Anda</p>
            <p className="text-sm text-muted">
              {dateTime(begun_at)}, paling lama sampai {dateTime(until)}. Hanya baca.
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** List of devices, with the current one marked; `end` ends the session of another one. */
export function DeviceList({
  sessions,
  end,
}: {
  sessions: LoginSession[];
  end: (id: string) => Promise<unknown>;
}) {
  const [leaving, setLeaving] = useState<LoginSession | null>(null);
  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex gap-4 py-3">
            <Icon device={session.device} />
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
              <div className="min-w-0 flex-1 basis-44">
                <p className="font-medium">
                  {session.device}
                  {session.is_current && (
                    <span className="ml-2 inline-block rounded-full bg-brand-soft px-2.5 py-0.5 text-xs text-brand">
                      Perangkat ini
                    </span>
                  )}
                </p>
                <p className="text-sm break-words text-muted">
                  {session.address} · login {dateTime(session.created_at)}
                </p>
                <p className="text-sm text-muted">
                  Terakhir dipakai {dateTime(session.last_seen_at)}
                </p>
              </div>
              {!session.is_current && (
                <Button
                  look="outline"
                  aria-label={`Keluarkan ${session.device}`}
                  onClick={() => setLeaving(session)}
                >
                  Keluarkan
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {leaving && (
        <EndDialog session={leaving} end={() => end(leaving.id)} onClose={() => setLeaving(null)} />
      )}
    </>
  );
}

/** Asks for confirmation before a device is logged out. */
export function EndDialog({
  session: { device, address },
  end,
  onClose,
}: {
  session: Pick<LoginSession, 'device' | 'address'>;
  end: () => Promise<unknown>;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title="Keluarkan perangkat ini?"
      text={`${device} (${address}) harus login lagi dengan password.`}
      confirm="Ya, keluarkan"
      onConfirm={async () => {
        await end();
        toast('success', 'Perangkat itu sudah keluar.');
      }}
      onClose={onClose}
    />
  );
}

function Icon({ device }: { device: string }) {
  const Shape = /Android|iPhone/.test(device) ? Smartphone : Laptop;
  return <Shape aria-hidden size={22} className="mt-0.5 shrink-0 text-brand" />;
}
