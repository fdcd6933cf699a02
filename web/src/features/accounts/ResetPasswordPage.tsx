import { useEffect, useState, type FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { resetPassword } from '@/api/accounts';
import { logOut } from '@/api/client';
import { ApiError, sentence } from '@/errors';
import { paths } from '@/paths';
import { Button } from '@/ui/Button';
import { Link } from '@/ui/Link';
import { PasswordField } from '@/ui/PasswordField';
import { Problem } from '@/ui/Problem';
import { buttonClass } from '@/ui/buttonClass';
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
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [state, setState] = useState<'open' | 'busy' | 'void' | 'done'>('open');

  // The token leaves the address at once; otherwise it would stay in the browser's history.
  useEffect(() => {
    const found = new URLSearchParams(hash.slice(1)).get('token');
    if (!found) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the address is where it comes from
    setToken(found);
    setState('open');
    void navigate(paths.resetPassword(), { replace: true });
  }, [hash, navigate]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setState('busy');
    setErrors({});
    setFailure(null);
    try {
      await resetPassword({ token, password, confirm });
      // The reset ended every session of the account: a login stored here is cleared, too.
      logOut();
      setState('done');
    } catch (error) {
      const answer = error instanceof ApiError ? error.answer : null;
      const { fields } = (answer ?? {}) as { fields?: { field: string; message: string }[] };
      if (fields)
        setErrors(Object.fromEntries(fields.map(({ field, message }) => [field, message])));
      else if (!(error instanceof ApiError && error.status === 410))
        setFailure(sentence(error, 'Password gagal disimpan. Coba lagi.'));
      setState(error instanceof ApiError && error.status === 410 ? 'void' : 'open');
    }
  };

  if (state === 'done')
    return (
      <AccountCard title="Password diganti" text="Silakan login dengan password baru Anda.">
        <Link to={paths.login()} className={buttonClass('primary', 'mt-6 w-full')}>
          Login
        </Link>
      </AccountCard>
    );
  const unusable = state === 'void' || (token === '' && !hash.includes('token='));
  return (
    <AccountCard title="Password baru" text="Pilih password baru untuk akun Anda.">
      {unusable ? (
        <div className="mt-6">
          <Problem text={VOID} />
        </div>
      ) : (
        <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 grid gap-4">
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
          <Button type="submit" busy={state === 'busy' && 'Menyimpan...'} className="mt-2">
            Simpan password
          </Button>
        </form>
      )}
    </AccountCard>
  );
}
