import { request } from '@/api/calls';
import { FactorForm } from '@/components/FactorForm';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

type Props = { methods: string[]; onConfirmed: () => void; onClose: () => void };

/** Asks for proof of identity, by the methods of the account. */
export default function ConfirmationDialog({ methods, onConfirmed, onClose }: Props) {
  return (
    <Dialog title="Konfirmasi bahwa ini Anda" onClose={onClose}>
      <p className="mt-2 text-sm text-muted">
        Langkah ini menyangkut keamanan akun, uang, atau hak akses. Setelah dikonfirmasi, Anda tidak
        ditanya lagi selama sepuluh menit.
      </p>
      <FactorForm
        methods={methods}
        label="Konfirmasi"
        askPasskey={() => request('POST /api/me/confirmation/passkey')}
        onProof={async (proof) => {
          await request('POST /api/me/confirmation', { body: proof });
          onConfirmed();
        }}
      >
        <Button look="outline" onClick={onClose}>
          Batal
        </Button>
      </FactorForm>
    </Dialog>
  );
}
