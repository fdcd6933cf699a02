import { useState } from 'react';
import { requestPasswordReset } from '@/api/accounts';
import { contacts } from '@/components/contacts';
import { refused } from '@/fieldErrors';
import { paths } from '@/paths';
import { shop } from '@/shop';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Link } from '@/ui/Link';
import { Problem } from '@/ui/Problem';
import { buttonClass } from '@/ui/buttonClass';
import { useForm } from '@/ui/useForm';
import { useTitle } from '@/ui/useTitle';
import { AccountCard } from './AccountCard';

/**
 * Requests a link for choosing a new password. The answer is the same for every e-mail address,
 * whether an account has it or not.
 */
export function ForgottenPage() {
  useTitle('Lupa kata sandi');
  const [email, setEmail] = useState('');
  const [said, setSaid] = useState<string>();

  const { errors, failure, isPending, reset, onSubmit } = useForm(async () => {
    if (!email.includes('@')) throw refused('email', 'Format email tidak benar.');
    setSaid((await requestPasswordReset(email)).message);
  }, 'Gagal mengirim. Coba lagi.');

  if (!shop.sends_mail) return <WhomToAsk />;
  if (said)
    return (
      <AccountCard title="Periksa email Anda" text={said}>
        <p className="mt-4 text-sm text-muted">
          Tidak ada setelah beberapa menit? Periksa folder spam, atau hubungi pengelola toko.
        </p>
        <Link to={paths.login()} className={buttonClass('primary', 'mt-6 w-full')}>
          Kembali ke login
        </Link>
      </AccountCard>
    );
  return (
    <AccountCard
      title="Lupa kata sandi?"
      text="Tulis email akun Anda. Kami mengirim tautan untuk memilih password baru."
    >
      <form noValidate onSubmit={onSubmit} className="mt-6 grid gap-4">
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
            if (errors.email) reset();
          }}
        />
        <Button type="submit" busy={isPending && 'Mengirim...'} className="mt-2">
          Kirim tautan
        </Button>
      </form>
      <p className="mt-6 text-center text-sm text-muted">
        <Link to={paths.login()} className="font-semibold text-brand hover:underline">
          Kembali ke login
        </Link>
      </p>
    </AccountCard>
  );
}

/** Contacts of a shop that sends no e-mails, for requesting a new password. */
function WhomToAsk() {
  const { whatsapp, phone, email } = contacts();
  const ways = [whatsapp, phone, email].filter(({ text }) => text);
  return (
    <AccountCard
      title="Lupa kata sandi?"
      text={`${shop.name} tidak mengirim email. Hubungi pengelola toko, lalu minta tautan untuk memilih password baru.`}
    >
      {ways.length > 0 ? (
        <ul className="mt-4 grid grid-cols-1 gap-2">
          {ways.map(({ text, href }) => (
            <li key={href}>
              <a
                href={href}
                className="inline-block py-2 font-semibold wrap-anywhere text-brand hover:underline"
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-4 text-sm text-muted">Leader Anda tahu cara menghubungi toko.</p>
      )}
      <Link to={paths.login()} className={buttonClass('primary', 'mt-6 w-full')}>
        Kembali ke login
      </Link>
    </AccountCard>
  );
}
