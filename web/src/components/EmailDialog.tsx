import { useState } from 'react';
import { refresh, request } from '@/api/calls';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { PasswordField } from '@/ui/PasswordField';
import { useRestoredState } from '@/ui/useRestoredState';

const TITLE = 'Ganti email';

/** Requests a change of the account's own e-mail address, and then shows the result. */
export default function EmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [wished, setWished] = useRestoredState('email.wished', '');
  const [password, setPassword] = useState('');
  const [said, setSaid] = useState<string>();
  if (said)
    return (
      <Dialog title={TITLE} onClose={onClose}>
        <p role="status" className="mt-2 text-sm break-words">
          {said}
        </p>
        <div className="mt-6 flex justify-end">
          <Button onClick={onClose}>Tutup</Button>
        </div>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={TITLE}
      text={
        <p className="break-words">
          Email Anda sekarang {email}. Setelah diganti, perangkat lain harus login lagi.
        </p>
      }
      confirm="Ganti email"
      failed="Email gagal diganti. Coba lagi."
      disabled={wished.trim() === '' || password === ''}
      onConfirm={async () => {
        const { message } = await request('POST /api/me/email', {
          body: { email: wished, password },
        });
        setSaid(message);
        void refresh('/api/me');
        void refresh('/api/sessions');
        return false;
      }}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <TextField
          label="Email baru"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={wished}
          onChange={({ target }) => setWished(target.value)}
        />
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
