import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, request } from '@/api/calls';
import type { ErasureOutlook } from '@/api/schema';
import { number, rupiah } from '@/format';
import { leave } from '@/components/LogoutDialog';
import { endPush } from '@/components/push';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog } from '@/ui/Dialog';
import { Fetched } from '@/ui/Fetched';
import { PasswordField } from '@/ui/PasswordField';

const TITLE = 'Hapus akun';

// Obstacles to the erasure may have disappeared since they were last read.
const outlook = { ...query('/api/me/erasure'), staleTime: 0, gcTime: 0 };

/** Erases the account, once nothing prevents it and the member has confirmed it twice. */
export default function EraseDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(outlook);
  if (data && data.obstacles.length === 0) return <Confirm {...data} onClose={onClose} />;
  return (
    <Dialog title={TITLE} onClose={onClose}>
      <div className="mt-2">
        <Fetched query={outlook}>
          {({ obstacles }) => (
            <>
              <p className="text-sm text-muted">Akun Anda belum dapat dihapus:</p>
              <ul className="mt-2 list-disc pl-5 text-sm">
                {obstacles.map(({ kind, message }) => (
                  <li key={kind}>{message}</li>
                ))}
              </ul>
            </>
          )}
        </Fetched>
      </div>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Tutup</Button>
      </div>
    </Dialog>
  );
}

type Props = ErasureOutlook & { onClose: () => void };

function Confirm({ unpaid_bonus_rp, downlines, onClose }: Props) {
  const [password, setPassword] = useState('');
  const [gives_up_bonus, giveUp] = useState(false);
  const [sure, setSure] = useState(false);
  return (
    <ConfirmDialog
      title={TITLE}
      text={
        <>
          <p>
            Nama, kontak, alamat, foto, rekening, dan riwayat login Anda dihapus untuk selamanya.
            Pesanan, poin, dan bonus tetap ada dalam pembukuan dengan nama “Mantan anggota”.
          </p>
          {downlines > 0 && (
            <p className="mt-2">
              {number(downlines)} anggota di bawah Anda tetap di tempatnya. Bonus dari periode yang
              belum dihitung tidak dibayarkan lagi.
            </p>
          )}
        </>
      }
      confirm="Hapus akun saya"
      failed="Akun gagal dihapus. Coba lagi."
      disabled={!sure || password === '' || (unpaid_bonus_rp > 0 && !gives_up_bonus)}
      onConfirm={async () => {
        await request('POST /api/me/erasure', { body: { password, gives_up_bonus } });
        // This browser must show no further notifications; the logout follows even if ending them
        // fails.
        await endPush().catch(() => undefined);
        leave();
      }}
      onClose={onClose}
    >
      <div className="grid gap-3">
        {unpaid_bonus_rp > 0 && (
          <label className="flex min-h-11 items-center gap-3 text-sm">
            <Checkbox checked={gives_up_bonus} onChange={({ target }) => giveUp(target.checked)} />
            Saya melepas bonus {rupiah(unpaid_bonus_rp)} yang belum dibayar.
          </label>
        )}
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <Checkbox checked={sure} onChange={({ target }) => setSure(target.checked)} />
          Saya mengerti bahwa akun ini tidak dapat dikembalikan.
        </label>
        <PasswordField
          label="Password Anda"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
