import { KeyRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { passkeySentence, signWithPasskey } from '@/components/passkeys';
import { refused } from '@/fieldErrors';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { handleSubmit } from '@/ui/handleSubmit';
import { PasswordField } from '@/ui/PasswordField';
import { Problem } from '@/ui/Problem';
import { useMutation } from '@/ui/useMutation';

/** Proof of a person's identity. */
export type Proof = { code?: string; password?: string; challenge?: string; passkey?: object };

type Props = {
  /** Accepted kinds of proof: `code`, `passkey` or `password`. */
  methods: readonly string[];
  /** Requests the challenge that a passkey must sign. */
  askPasskey: () => Promise<{ challenge?: string; options: unknown }>;
  /** Submits the proof; the message of a thrown error is shown in the form. */
  onProof: (proof: Proof) => Promise<void>;
  /** Label of the button. */
  label: string;
  /** Content next to the button. */
  children?: ReactNode;
};

/** Asks for proof of identity, by the methods of the account. */
export function FactorForm({ methods, askPasskey, onProof, label, children }: Props) {
  const [typed, setTyped] = useState('');
  const byPassword = methods.includes('password');
  const byCode = methods.includes('code');

  const { mutate, variables, error } = useMutation(async (kind: 'typed' | 'passkey') => {
    if (kind === 'typed') {
      if (!typed.trim())
        throw refused('code', byPassword ? 'Password wajib diisi.' : 'Kode wajib diisi.');
      return onProof(byPassword ? { password: typed } : { code: typed });
    }
    const { challenge, options } = await askPasskey();
    const passkey = await signWithPasskey(options);
    await onProof({ passkey, ...(challenge !== undefined && { challenge }) });
  });

  return (
    <form noValidate onSubmit={handleSubmit(() => mutate('typed'))} className="mt-4 grid gap-4">
      {methods.includes('passkey') && (
        <Button
          look={byCode ? 'outline' : undefined}
          busy={variables === 'passkey' && 'Menunggu passkey...'}
          onClick={() => mutate('passkey')}
        >
          <KeyRound aria-hidden size={17} /> Pakai passkey
        </Button>
      )}
      {byCode && (
        <TextField
          label="Kode verifikasi"
          name="code"
          inputMode="text"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          hint="Enam angka dari aplikasi autentikator, atau satu kode pemulihan."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {byPassword && (
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {error && <Problem text={passkeySentence(error)} />}
      <div className="flex flex-wrap justify-end gap-3">
        {children}
        {(byCode || byPassword) && (
          <Button type="submit" busy={variables === 'typed' && 'Memeriksa...'}>
            {label}
          </Button>
        )}
      </div>
    </form>
  );
}
