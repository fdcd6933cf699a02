import { Copy, Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { adminPaths } from '@/admin/paths';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { adminQuery } from '@/admin/ui/adminQuery';
import { Fetched } from '@/ui/Fetched';
import { Screen } from '@/admin/ui/Screen';
import { useForm } from '@/ui/useForm';
import type { MessageKind, Webhook } from '@/api/schema';
import { save } from '@/api/save';
import { sentence } from '@/errors';
import { kindNames } from '@/components/messageKinds';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog } from '@/ui/Dialog';
import { Empty } from '@/ui/Empty';
import { TextField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';
import { dialogPart } from '@/ui/part';
import { copyText } from '@/ui/share';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { useMutation } from '@/ui/useMutation';

const TriesDialog = dialogPart(() => import('./TriesDialog'));

const back = { to: adminPaths.messages(), label: 'Kembali ke pesan keluar' };
const changes = ['/api/admin/webhooks'] as const;

type Shown =
  { what: 'form'; webhook: Webhook | null } | { what: 'tries' | 'end'; webhook: Webhook };

/** Addresses of other programs that receive events. */
function WebhooksPage() {
  const [shown, setShown] = useRestoredState<Shown | null>('shown', null);
  // The secret is shown only once, so it is not restored after the end of the session.
  const [secret, setSecret] = useState<string>();
  const close = () => setShown(null);
  return (
    <Screen
      title="Webhook"
      text="Program lain yang diberi tahu setiap kejadian, ditandatangani menurut Standard Webhooks."
      back={back}
      actions={
        <Button onClick={() => setShown({ what: 'form', webhook: null })}>
          <Plus aria-hidden size={16} /> Webhook baru
        </Button>
      }
    >
      <Fetched query={adminQuery('/api/admin/webhooks')}>
        {({ webhooks, kinds }) => (
          <>
            {webhooks.length === 0 && (
              <Empty
                icon={WebhookIcon}
                title="Belum ada webhook"
                text="Buat satu bila akuntansi atau gudang Anda perlu tahu setiap pesanan."
              />
            )}
            <ul className="grid gap-3">
              {webhooks.map((webhook) => (
                <Row key={webhook.id} webhook={webhook} onShow={setShown} />
              ))}
            </ul>
            {shown?.what === 'form' && (
              <WebhookForm
                webhook={shown.webhook}
                kinds={kinds}
                onClose={close}
                onMade={(made) => {
                  close();
                  setSecret(made);
                }}
              />
            )}
          </>
        )}
      </Fetched>
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
      {shown?.what === 'tries' && <TriesDialog webhook={shown.webhook} onClose={close} />}
      {shown?.what === 'end' && (
        <ConfirmDialog
          title="Hapus webhook?"
          text={`${shown.webhook.url} tidak akan diberi tahu apa pun lagi.`}
          confirm="Hapus"
          onClose={close}
          onConfirm={async () => {
            const params = { id: shown.webhook.id };
            await save('DELETE /api/admin/webhooks/{id}', { params }, { changes });
            toast('success', 'Webhook dihapus.');
            close();
          }}
        />
      )}
    </Screen>
  );
}

function Row({ webhook, onShow }: { webhook: Webhook; onShow: (shown: Shown) => void }) {
  const test = useMutation(
    async () => {
      const params = { id: webhook.id };
      await save('POST /api/admin/webhooks/{id}/test', { params }, { changes });
      onShow({ what: 'tries', webhook });
    },
    (error) => toast('error', 'Belum berhasil', sentence(error, 'Kirim uji gagal.')),
  );
  return (
    <li className="card p-5">
      <p className="font-medium wrap-anywhere">{webhook.url}</p>
      <p className="mt-1 text-sm text-muted">
        {webhook.kinds.map((kind) => kindNames[kind]).join(', ')}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look="outline" busy={test.isPending && 'Mengirim...'} onClick={() => test.mutate()}>
          Kirim uji
        </Button>
        <Button look="outline" onClick={() => onShow({ what: 'tries', webhook })}>
          Catatan
        </Button>
        <Button look="outline" onClick={() => onShow({ what: 'form', webhook })}>
          Ubah
        </Button>
        <Button look="outline" onClick={() => onShow({ what: 'end', webhook })}>
          Hapus
        </Button>
      </div>
    </li>
  );
}

type FormProps = {
  webhook: Webhook | null;
  kinds: MessageKind[];
  onClose: () => void;
  onMade: (secret: string) => void;
};

function WebhookForm({ webhook, kinds, onClose, onMade }: FormProps) {
  const name = `webhook ${webhook?.id}`;
  const [url, setUrl] = useRestoredState(`${name}.url`, webhook?.url ?? '');
  const [chosen, setChosen] = useRestoredState<MessageKind[]>(
    `${name}.kinds`,
    webhook?.kinds ?? [],
  );
  const { errors, failure, isPending, onSubmit } = useForm(async () => {
    const body = { url, kinds: chosen };
    if (webhook) {
      const params = { id: webhook.id };
      await save('PUT /api/admin/webhooks/{id}', { params, body }, { changes });
      toast('success', 'Webhook disimpan.');
      onClose();
    } else {
      const { secret } = await save('POST /api/admin/webhooks', { body }, { changes });
      onMade(secret ?? '');
    }
  }, 'Gagal menyimpan. Coba lagi.');
  const toggle = (kind: MessageKind) =>
    setChosen(chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind]);
  return (
    <Dialog title={webhook ? 'Ubah webhook' : 'Webhook baru'} wide onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="mt-4 grid gap-4">
        <TextField
          label="Alamat"
          type="url"
          placeholder="https://"
          maxLength={500}
          value={url}
          error={errors.url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <fieldset>
          <legend className="text-sm font-medium">Kabar yang dikirim</legend>
          <div className="mt-1 grid gap-x-4 sm:grid-cols-2">
            {kinds.map((kind) => (
              <label key={kind} className="flex min-h-11 items-center gap-3 text-sm">
                <Checkbox checked={chosen.includes(kind)} onChange={() => toggle(kind)} />
                {kindNames[kind]}
              </label>
            ))}
          </div>
          {errors.kinds && <p className="mt-1 text-sm text-danger">{errors.kinds}</p>}
        </fieldset>
        {failure && <Problem text={failure} />}
        <DialogFoot>
          <Button look="outline" onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={isPending && 'Menyimpan...'}>
            Simpan
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title="Rahasia webhook" wide>
      <p className="mt-2 text-sm text-muted">
        Dengan rahasia ini program Anda memeriksa tanda tangan setiap kiriman. Simpan sekarang: ia
        tidak dapat ditampilkan lagi setelah ditutup.
      </p>
      <p className="mt-3 rounded-xl bg-sunken px-3.5 py-2.5 font-mono text-sm break-all select-all">
        {secret}
      </p>
      <DialogFoot>
        <Button look="outline" onClick={() => void copyText(secret, 'Rahasia')}>
          <Copy aria-hidden size={16} /> Salin
        </Button>
        <Button onClick={onClose}>Sudah saya simpan</Button>
      </DialogFoot>
    </Dialog>
  );
}

export { WebhooksPage as Component };
