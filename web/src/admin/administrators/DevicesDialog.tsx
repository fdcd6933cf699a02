import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { endAllOf, endOneOf, sessionsOfQuery } from '@/api/sessions';
import type { Administrator } from '@/api/schema';
import { sentence } from '@/errors';
import { DeviceList } from '@/components/Devices';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog } from '@/ui/Dialog';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast';

/** Devices on which an administrator is logged in; the owner can end the sessions. */
export function DevicesDialog({
  administrator: { name, uid },
  onClose,
}: {
  administrator: Administrator;
  onClose: () => void;
}) {
  const { data, error, refetch } = useQuery(sessionsOfQuery(uid));
  const [asked, setAsked] = useState(false);
  return (
    <Dialog title={`Perangkat ${name}`} onClose={onClose}>
      <div className="mt-3 grid gap-3">
        {error && (
          <Problem
            text={sentence(error, 'Gagal memuat daftar perangkat.')}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <Skeleton className="h-20 rounded-2xl" />}
        {data?.sessions.length === 0 && (
          <p className="text-sm text-muted">Pengelola ini tidak sedang login di mana pun.</p>
        )}
        {data && <DeviceList sessions={data.sessions} end={endOneOf} />}
      </div>
      <DialogFoot>
        {data && data.sessions.length > 0 && (
          <Button look="outline" onClick={() => setAsked(true)}>
            Keluarkan semua
          </Button>
        )}
        <Button onClick={onClose}>Tutup</Button>
      </DialogFoot>
      {asked && (
        <ConfirmDialog
          title={`Keluarkan ${name} dari semua perangkat?`}
          text="Pengelola ini harus login lagi dengan password di setiap perangkat."
          confirm="Ya, keluarkan"
          onConfirm={async () => {
            await endAllOf(uid);
            toast('success', `${name} sudah keluar dari semua perangkat.`);
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </Dialog>
  );
}
