import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { meQuery, verifyEmail } from '@/api/accounts';
import { queryClient } from '@/api/client';
import { sentence } from '@/errors';
import { paths } from '@/paths';
import { Button } from '@/ui/Button';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { buttonClass } from '@/ui/buttonClass';
import { useTitle } from '@/ui/useTitle';
import { AccountCard } from './AccountCard';

const VOID =
  'Tautan ini sudah dipakai, diganti, atau kedaluwarsa. Kirim ulang dari halaman Akun saya.';

/**
 * Verifies an e-mail address, by a link that can be used once; a mere preview of the link in a mail
 * does not use it.
 */
export function VerifyEmailPage() {
  useTitle('Verifikasi email');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open');
  const [said, setSaid] = useState('');
  const token = useRef('');

  // The token leaves the address at once; otherwise it would stay in the browser's history.
  useEffect(() => {
    const found = new URLSearchParams(hash.slice(1)).get('token');
    if (!found) return;
    token.current = found;
    void navigate(paths.resetPassword('/email'), { replace: true });
  }, [hash, navigate]);

  const verify = async () => {
    if (!token.current) return setFailure(VOID);
    setState('busy');
    setFailure(undefined);
    try {
      setSaid((await verifyEmail(token.current)).message);
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      setState('done');
    } catch (error) {
      setFailure(sentence(error, 'Verifikasi gagal. Coba lagi.'));
      setState('open');
    }
  };

  if (state === 'done')
    return (
      <AccountCard title="Email terverifikasi" text={said}>
        <Link to={paths.profile()} className={buttonClass('primary', 'mt-6 w-full')}>
          Ke akun saya
        </Link>
      </AccountCard>
    );
  return (
    <AccountCard title="Verifikasi email" text="Satu ketukan lagi, dan email Anda terverifikasi.">
      <div className="mt-6 grid gap-4">
        {failure && <Problem text={failure} />}
        <Button busy={state === 'busy' && 'Memverifikasi...'} onClick={() => void verify()}>
          Verifikasi email saya
        </Button>
      </div>
    </AccountCard>
  );
}
