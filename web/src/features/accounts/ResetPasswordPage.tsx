import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { resetPassword } from '@/api/accounts';
import { logOut } from '@/api/client';
import { ApiError } from '@/errors';
import { paths } from '@/paths';
import { Button } from '@/ui/Button';
import { Link } from '@/ui/Link';
import { PasswordField } from '@/ui/PasswordField';
import { Problem } from '@/ui/Problem';
import { buttonClass } from '@/ui/buttonClass';
import { useForm } from '@/ui/useForm';
import { useTitle } from '@/ui/useTitle';
import { AccountCard } from './AccountCard';

const VOID =
  'Tautan ini sudah dipakai, diganti, atau kedaluwarsa. Mintalah tautan baru kepada pengelola toko.';

/**
 * Sets a new password, by a link that can be used once; its token is after the `#`, which no server
 * receives.
 */
export function ResetPasswordPage() {
  useTitle('Password baru');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState('');
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [isDone, setDone] = useState(false);
  const { errors, error, failure, isPending, reset, onSubmit } = useForm(async () => {
    await resetPassword({ token, password, confirm });
    // The reset ended every session of the account: a login stored here is cleared, too.
    logOut();
    setDone(true);
  }, 'Password gagal disimpan. Coba lagi.');

  // The token leaves the address at once; otherwise it would stay in the browser's history.
  useEffect(() => {
    const found = new URLSearchParams(hash.slice(1)).get('token');
    if (!found) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the address is where it comes from
    setToken(found);
    setDone(false);
    reset();
    void navigate(paths.resetPassword(), { replace: true });
  }, [hash, navigate, reset]);

  if (isDone)
    return (
      <AccountCard title="Password diganti" text="Silakan login dengan password baru Anda.">
        <Link to={paths.login()} className={buttonClass('primary', 'mt-6 w-full')}>
          Login
        </Link>
      </AccountCard>
    );
  const isVoid = error instanceof ApiError && error.status === 410;
  const unusable = isVoid || (token === '' && !hash.includes('token='));
  return (
    <AccountCard title="Password baru" text="Pilih password baru untuk akun Anda.">
      {unusable ? (
        <div className="mt-6">
          <Problem text={VOID} />
        </div>
      ) : (
        <form noValidate onSubmit={onSubmit} className="mt-6 grid gap-4">
          {failure && <Problem text={failure} />}
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            value={password}
            error={errors.password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <PasswordField
            label="Konfirmasi password"
            name="confirm"
            autoComplete="new-password"
            value={confirm}
            error={errors.confirm}
            onChange={(event) => setConfirm(event.target.value)}
          />
          <Button type="submit" busy={isPending && 'Menyimpan...'} className="mt-2">
            Simpan password
          </Button>
        </form>
      )}
    </AccountCard>
  );
}
