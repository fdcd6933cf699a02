import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { meQuery, verifyEmail } from '@/api/accounts';
import { queryClient } from '@/api/client';
import { sentence } from '@/errors';
import { refused } from '@/fieldErrors';
import { paths } from '@/paths';
import { Button } from '@/ui/Button';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { buttonClass } from '@/ui/buttonClass';
import { useMutation } from '@/ui/useMutation';
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
  const [said, setSaid] = useState<string>();
  const token = useRef('');

  // The token leaves the address at once; otherwise it would stay in the browser's history.
  useEffect(() => {
    const found = new URLSearchParams(hash.slice(1)).get('token');
    if (!found) return;
    token.current = found;
    void navigate(paths.resetPassword('/email'), { replace: true });
  }, [hash, navigate]);

  const verify = useMutation(async () => {
    if (!token.current) throw refused('token', VOID);
    setSaid((await verifyEmail(token.current)).message);
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  });

  if (said !== undefined)
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
        {verify.error && <Problem text={sentence(verify.error, 'Verifikasi gagal. Coba lagi.')} />}
        <Button busy={verify.isPending && 'Memverifikasi...'} onClick={() => verify.mutate()}>
          Verifikasi email saya
        </Button>
      </div>
    </AccountCard>
  );
}
