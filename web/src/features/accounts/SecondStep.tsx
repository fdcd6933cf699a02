import { askPasskeyToLogIn, finishLogIn, logIn, type SecondStep as Asked } from '@/api/accounts';
import { ApiError, sentence } from '@/errors';
import { FactorForm } from '@/components/FactorForm';
import { Button } from '@/ui/Button';
import { AccountCard } from './AccountCard';

type Props = {
  asked: Asked;
  onPass: (answer: Awaited<ReturnType<typeof logIn>>) => void;
  /** Called with a message if the login cannot continue, or with null if the user gives it up. */
  onOver: (sentence: string | null) => void;
};

/** Second step of a login: proof by the account's factor. */
export default function SecondStep({ asked: { challenge, methods }, onPass, onOver }: Props) {
  return (
    <AccountCard title="Verifikasi dua langkah" text="Password benar. Tinggal satu langkah lagi.">
      <FactorForm
        methods={methods}
        label="Verifikasi"
        askPasskey={() => askPasskeyToLogIn(challenge)}
        onProof={async ({ code, passkey }) => {
          try {
            onPass(
              await finishLogIn({ challenge, ...(passkey ? { passkey } : { code: code ?? '' }) }),
            );
          } catch (error) {
            if (!(error instanceof ApiError && error.status === 401)) throw error;
            onOver(sentence(error, 'Silakan login kembali.'));
          }
        }}
      >
        <Button look="outline" onClick={() => onOver(null)}>
          Kembali
        </Button>
      </FactorForm>
      <p className="mt-6 text-sm text-muted">
        Kehilangan ponsel dan kode pemulihan? Hubungi pengelola toko. Setelah memastikan bahwa itu
        Anda, pemilik toko dapat mengatur ulang verifikasi dua langkah akun ini.
      </p>
    </AccountCard>
  );
}
