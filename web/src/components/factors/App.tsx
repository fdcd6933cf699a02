import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/ui/Badge';
import { request } from '@/api/calls';
import type { FactorAdded } from '@/api/schema';
import { save } from '@/api/save';
import { ApiError, sentence } from '@/errors';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { handleSubmit } from '@/ui/handleSubmit';
import { part } from '@/ui/part';
import { toast } from '@/ui/toast';
import { useMutation } from '@/ui/useMutation';
import { areas, query, type PartProps } from './query';

const QrCode = part(() => import('@/components/QrCode'));

/** Authenticator app: set up, or removed. */
export function App({ factors, onAdded }: PartProps) {
  const [begun, setBegun] = useState<{ secret: string; url: string } | null>(null);
  const [removing, setRemoving] = useState(false);
  const begin = useMutation(
    async () => setBegun(await request('POST /api/me/factors/totp')),
    (error) => {
      // No message is needed if the user closed the confirmation.
      if (!(error instanceof ApiError && error.code === 'confirmation_required'))
        toast('error', sentence(error, 'Gagal diproses. Coba lagi.'));
    },
  );
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
      <Smartphone aria-hidden size={20} className="shrink-0 text-brand" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          Aplikasi autentikator
          {factors.totp && <Badge tone="good">Terpasang</Badge>}
        </p>
        <p className="text-sm text-muted">
          Kode enam angka dari Google Authenticator, Aegis, atau yang lain.
        </p>
      </div>
      {factors.totp ? (
        <Button look="outline" onClick={() => setRemoving(true)}>
          Lepas aplikasi
        </Button>
      ) : (
        <Button busy={begin.isPending && 'Menyiapkan...'} onClick={() => begin.mutate()}>
          Pasang aplikasi
        </Button>
      )}
      {begun && (
        <AppDialog
          {...begun}
          onClose={() => setBegun(null)}
          onAdded={(added) => {
            setBegun(null);
            onAdded(added);
          }}
        />
      )}
      {removing && (
        <ConfirmDialog
          title="Lepas aplikasi autentikator?"
          text="Kodenya tidak berlaku lagi untuk login."
          confirm="Ya, lepas"
          onConfirm={async () => {
            await save('DELETE /api/me/factors/totp', {}, { keep: query, changes: areas });
            toast('success', 'Aplikasi autentikator dilepas.');
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}

function AppDialog({
  secret,
  url,
  onClose,
  onAdded,
}: {
  secret: string;
  url: string;
  onClose: () => void;
  onAdded: (added: FactorAdded) => void;
}) {
  const [code, setCode] = useState('');
  const { mutate, isPending, error } = useMutation(async () => {
    const body = { code };
    const added = await save('POST /api/me/factors/totp/proof', { body }, { changes: areas });
    toast('success', 'Aplikasi autentikator terpasang.');
    onAdded(added);
  });
  return (
    <Dialog title="Pasang aplikasi autentikator" onClose={onClose}>
      <form noValidate onSubmit={handleSubmit(mutate)} className="mt-3 grid gap-4">
        <p className="text-sm text-muted">
          Pindai kode ini dengan aplikasi autentikator, lalu masukkan kode yang ditampilkannya.
        </p>
        <div className="mx-auto size-48">
          <QrCode text={url} label="Kode QR untuk aplikasi autentikator" />
        </div>
        <details className="text-sm">
          <summary className="min-h-11 content-center text-muted hover:text-brand">
            Tidak bisa memindai?
          </summary>
          <p>
            <a href={url} className="font-medium text-brand underline underline-offset-4">
              Buka di aplikasi di perangkat ini
            </a>
          </p>
          <p className="mt-3 text-muted">Atau ketik kunci ini di aplikasi:</p>
          <p className="mt-1 rounded-xl bg-sunken px-3.5 py-2.5 font-mono select-all">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </p>
        </details>
        <TextField
          label="Kode dari aplikasi"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          value={code}
          error={error ? sentence(error, 'Gagal diproses. Coba lagi.') : undefined}
          onChange={(event) => setCode(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" disabled={isPending} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={isPending && 'Memeriksa...'} disabled={!code.trim()}>
            Pasang
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
