import { useState } from 'react';
import { Factors } from '@/components/factors/Factors';
import { Screen } from '@/admin/ui/Screen';
import { useForm } from '@/ui/useForm';
import { useMe } from '@/api/accounts';
import { refresh, request } from '@/api/calls';
import type { User } from '@/api/schema';
import { save } from '@/api/save';
import { Devices } from '@/components/Devices';
import { tokenAtom, useSetAtom } from '@/state';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { PasswordField } from '@/ui/PasswordField';
import { dialogPart } from '@/ui/part';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';

const EmailDialog = dialogPart(() => import('@/components/EmailDialog'));

/** Page of the administrator's own name, e-mail address, password and sessions. */
function AccountPage() {
  const me = useMe().data;
  return (
    <Screen title="Akun saya" text={me?.email}>
      {me && (
        <div className="grid max-w-2xl gap-5">
          <Name key={me.name} me={me} />
          <Email email={me.email} />
          <Password />
          <Factors />
          <Devices className={part} />
        </div>
      )}
    </Screen>
  );
}

const part = 'grid gap-4 card p-5 sm:p-6';

function Name({ me }: { me: User }) {
  const [name, setName] = useRestoredState('name', me.name);
  const { errors, failure, isPending, onSubmit } = useForm(async () => {
    await save('PUT /api/admin/me', { body: { name } });
    toast('success', 'Nama disimpan.');
  });
  return (
    <form noValidate aria-label="Nama" onSubmit={onSubmit} className={part}>
      <h2 className="font-display text-lg font-semibold">Nama</h2>
      <TextField
        label="Nama"
        autoComplete="name"
        maxLength={100}
        hint="Tampil di riwayat pesanan dan di catatan perubahan."
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.target.value)}
      />
      {failure && <Problem text={failure} />}
      <div>
        <Button type="submit" busy={isPending && 'Menyimpan...'}>
          Simpan nama
        </Button>
      </div>
    </form>
  );
}

function Email({ email }: { email: string }) {
  const [open, setOpen] = useRestoredState('email', false);
  return (
    <section aria-label="Email" className={part}>
      <h2 className="font-display text-lg font-semibold">Email</h2>
      <p className="text-sm break-all text-muted">{email}</p>
      <div>
        <Button look="outline" onClick={() => setOpen(true)}>
          Ganti email
        </Button>
      </div>
      {open && <EmailDialog email={email} onClose={() => setOpen(false)} />}
    </section>
  );
}

const nothing = { current: '', password: '', confirm: '' };

function Password() {
  const setToken = useSetAtom(tokenAtom);
  const [typed, setTyped] = useState(nothing);
  const { errors, failure, isPending, onSubmit } = useForm(async () => {
    const { token } = await request('PUT /api/me/password', { body: typed });
    setToken(token);
    void refresh('/api/sessions');
    setTyped(nothing);
    toast('success', 'Password diganti.');
  });
  const tie = (field: keyof typeof nothing) => ({
    value: typed[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) =>
      setTyped({ ...typed, [field]: event.target.value }),
  });
  return (
    <form noValidate aria-label="Password" onSubmit={onSubmit} className={part}>
      <h2 className="font-display text-lg font-semibold">Password</h2>
      <p className="text-sm text-muted">Setelah diganti, semua perangkat lain harus login lagi.</p>
      <PasswordField
        label="Password sekarang"
        autoComplete="current-password"
        {...tie('current')}
      />
      <PasswordField label="Password baru" autoComplete="new-password" {...tie('password')} />
      <PasswordField
        label="Konfirmasi password baru"
        autoComplete="new-password"
        {...tie('confirm')}
      />
      {failure && <Problem text={failure} />}
      <div>
        <Button type="submit" busy={isPending && 'Menyimpan...'}>
          Ganti password
        </Button>
      </div>
    </form>
  );
}

export { AccountPage as Component };
