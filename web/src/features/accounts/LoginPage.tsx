import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  logIn,
  logInSentence,
  meQuery,
  secondStepOf,
  type SecondStep as Asked,
} from '@/api/accounts';
import { queryClient } from '@/api/client';
import { paths } from '@/paths';
import { refresh } from '@/api/calls';
import { shop } from '@/shop';
import { store, tokenAtom, useSetAtom } from '@/state';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { handleSubmit } from '@/ui/handleSubmit';
import { Link } from '@/ui/Link';
import { neededPart } from '@/ui/neededPart';
import { PasswordField } from '@/ui/PasswordField';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useMutation } from '@/ui/useMutation';
import { useTitle } from '@/ui/useTitle';
import { AccountCard } from './AccountCard';
import { focusRefused } from '@/components/MemberFields';
import type { Errors } from '@/components/registration';

// Only members with a second factor load it.
const SecondStep = neededPart(() => import('./SecondStep'));

const FULL =
  'Login hanya bertahan sampai halaman dimuat ulang. Hapus data situs yang tidak terpakai di pengaturan browser.';

/** Page to log in with e-mail and password. */
function LoginPage() {
  useTitle('Login');
  // A newly registered member continues here: the e-mail is filled in, and the password comes next.
  const registered = (useLocation().state as { registered?: string } | null)?.registered;
  const [email, setEmail] = useState(registered ?? '');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const setToken = useSetAtom(tokenAtom);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const next = form.current?.elements.namedItem('password');
    if (registered !== undefined) (next as HTMLElement | null)?.focus();
  }, [registered]);

  const enter = ({ token, user }: Awaited<ReturnType<typeof logIn>>) => {
    // A member has logged in in another tab in the meantime: this browser now belongs to that
    // login.
    if (store.get(tokenAtom) !== null) return;
    queryClient.setQueryData(meQuery.queryKey, user);
    // The new token makes the page's guard redirect the member.
    setToken(token);
    if (localStorage instanceof Storage && !Object.hasOwn(localStorage, 'token'))
      toast('error', 'Penyimpanan browser penuh', FULL);
    // Visitors see other price information than members.
    if (shop.retail) void refresh('/api/product');
  };

  const { mutate, isPending } = useMutation(
    async () => {
      setFailure(null);
      const missing: Errors = {
        ...(!email.trim() && { email: 'Email wajib diisi.' }),
        ...(!password && { password: 'Password wajib diisi.' }),
      };
      setErrors(missing);
      if (Object.keys(missing).length > 0) return focusRefused(form.current, missing);
      enter(await logIn(email, password));
    },
    (error) => {
      const step = secondStepOf(error);
      setAsked(step);
      if (step) setPassword('');
      else setFailure(logInSentence(error));
    },
  );

  if (asked)
    return (
      <SecondStep
        asked={asked}
        onPass={enter}
        onOver={(sentence) => {
          setAsked(null);
          setFailure(sentence);
        }}
      />
    );

  return (
    <AccountCard title="Login" text="Masuk untuk berbelanja dan mengumpulkan BV.">
      <form ref={form} noValidate onSubmit={handleSubmit(mutate)} className="mt-6 grid gap-4">
        {!(localStorage instanceof Storage) && (
          <p role="note" className="rounded-lg bg-sunken p-3 text-sm">
            Browser ini memblokir data situs, jadi login hanya bertahan sampai halaman dimuat ulang.
            Izinkan data situs untuk {shop.name} di pengaturan browser agar tetap masuk.
          </p>
        )}
        {registered !== undefined && (
          <p role="status" className="rounded-2xl bg-success-soft px-4 py-3 text-sm text-success">
            Akun Anda sudah jadi. Masuk dengan password yang Anda pilih tadi.
          </p>
        )}
        {failure && <Problem text={failure} />}
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          error={errors.email}
          onChange={(event) => {
            setEmail(event.target.value);
            setErrors({ ...errors, email: undefined });
          }}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          error={errors.password}
          onChange={(event) => {
            setPassword(event.target.value);
            setErrors({ ...errors, password: undefined });
          }}
        />
        <Button type="submit" busy={isPending && 'Memproses...'} className="mt-2">
          Login
        </Button>
      </form>
      <p className="mt-6 text-center text-sm">
        <Link
          to={paths.resetPassword('/forgotten')}
          className="font-semibold text-brand hover:underline"
        >
          Lupa kata sandi?
        </Link>
      </p>
      <p className="mt-3 text-center text-sm text-muted">
        Belum punya akun?{' '}
        <Link to={paths.register()} className="font-semibold text-brand hover:underline">
          Daftar
        </Link>
      </p>
    </AccountCard>
  );
}

export { LoginPage as Component };
