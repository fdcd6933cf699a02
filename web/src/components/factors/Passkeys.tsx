import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { request } from '@/api/calls';
import type { FactorAdded, OwnPasskey } from '@/api/schema';
import { save } from '@/api/save';
import { dateTime } from '@/dates';
import { createPasskey, passkeySentence } from '@/components/passkeys';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { handleSubmit } from '@/ui/handleSubmit';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { useMutation } from '@/ui/useMutation';
import { areas, query, type PartProps } from './query';

/** The member's passkeys: added with a name, and removed. */
export function Passkeys({ factors, onAdded }: PartProps) {
  const [adding, setAdding] = useRestoredState('passkey', false);
  const [removing, setRemoving] = useState<OwnPasskey | null>(null);
  return (
    <div className="border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-3">
        <KeyRound aria-hidden size={20} className="shrink-0 text-brand" />
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-medium">Passkey</p>
          <p className="text-sm text-muted">
            {factors.passkeys_available
              ? 'Sidik jari, wajah, atau PIN perangkat Anda; tidak dapat dipancing situs tiruan.'
              : 'Hanya dapat dipakai di toko yang memiliki nama domain.'}
          </p>
        </div>
        {factors.passkeys_available && (
          <Button look="outline" onClick={() => setAdding(true)}>
            Tambah passkey
          </Button>
        )}
      </div>
      {factors.passkeys.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {factors.passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-3 py-2.5 text-sm">
              <span className="min-w-0 flex-1 basis-40">
                <span className="block font-medium break-words">{passkey.name}</span>
                <span className="text-muted">
                  {passkey.used_at
                    ? `Terakhir dipakai ${dateTime(passkey.used_at)}`
                    : `Ditambahkan ${dateTime(passkey.created_at)}`}
                </span>
              </span>
              <Button
                look="outline"
                aria-label={`Hapus passkey ${passkey.name}`}
                onClick={() => setRemoving(passkey)}
              >
                Hapus
              </Button>
            </li>
          ))}
        </ul>
      )}
      {adding && (
        <PasskeyDialog
          onClose={() => setAdding(false)}
          onAdded={(added) => {
            setAdding(false);
            onAdded(added);
          }}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={`Hapus passkey ${removing.name}?`}
          text="Perangkat itu tidak dapat dipakai lagi untuk login."
          confirm="Ya, hapus"
          onConfirm={async () => {
            const params = { id: removing.id };
            await save(
              'DELETE /api/me/factors/passkeys/{id}',
              { params },
              { keep: query, changes: areas },
            );
            toast('success', 'Passkey dihapus.');
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  );
}

function PasskeyDialog({
  onClose,
  onAdded,
}: {
  onClose: () => void;
  onAdded: (added: FactorAdded) => void;
}) {
  const [name, setName] = useRestoredState('passkey.name', '');
  const { mutate, isPending, error } = useMutation(async () => {
    const { challenge, options } = await request('POST /api/me/factors/passkeys');
    const passkey = await createPasskey(options);
    const body = { challenge, name, passkey };
    const added = await save('POST /api/me/factors/passkeys/answer', { body }, { changes: areas });
    toast('success', 'Passkey ditambahkan.');
    onAdded(added);
  });
  return (
    <Dialog title="Tambah passkey" onClose={onClose}>
      <form noValidate onSubmit={handleSubmit(mutate)} className="mt-3 grid gap-4">
        <TextField
          label="Nama passkey"
          maxLength={60}
          hint="Misalnya nama perangkatnya, agar mudah dikenali."
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {error && <Problem text={passkeySentence(error)} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" disabled={isPending} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={isPending && 'Menunggu perangkat...'} disabled={!name.trim()}>
            Tambah
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
