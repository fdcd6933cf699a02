import { DialogFoot } from '@/admin/ui/DialogFoot';
import { sentence } from '@/errors';
import type { AdminOrder } from '@/api/schema';
import { currentOf, save } from '@/api/save';
import { fieldErrors, refused } from '@/fieldErrors';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { handleSubmit } from '@/ui/handleSubmit';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { useMutation } from '@/ui/useMutation';
import { CodWarning } from './CodWarning';
import { plainResi, proposedResi, resiError } from './resi';

type Props = { order: AdminOrder; correcting: boolean; onClose: () => void };

/** Asks for the courier and the tracking number of a parcel, to ship it or to correct them. */
export function ParcelDialog({ order, correcting, onClose }: Props) {
  const name = correcting ? 'resi' : 'ship';
  // Number as last read, sent for optimistic locking: another administrator may change it, too.
  const [was, setWas] = useRestoredState(`${name}.was`, order.resi ?? '');
  const [resi, setResi] = useRestoredState(`${name}.resi`, correcting ? was : proposedResi(order));
  const [courier, setCourier] = useRestoredState(`${name}.courier`, order.courier);

  const send = async () => {
    const body = { resi: plainResi(resi), courier: courier.trim() };
    const params = { order_id: order.order_id };
    await (correcting
      ? save('PUT /api/admin/orders/{order_id}/resi', { params, body: { ...body, was } })
      : save('POST /api/admin/orders/{order_id}/ship', { params, body }));
  };
  const { mutate, isPending, error, reset } = useMutation(
    async () => {
      const wrong = resiError(resi);
      if (wrong) throw refused('resi', wrong);
      await send();
      toast('success', correcting ? 'Nomor resi diperbaiki.' : 'Pesanan dikirim.');
      onClose();
    },
    (refusal) => {
      const current = currentOf<Pick<AdminOrder, 'resi'>>(refusal);
      if (current) setWas(current.resi ?? '');
    },
  );
  const wrong = fieldErrors(error).resi;
  return (
    <Dialog title={correcting ? 'Perbaiki resi' : 'Kirim pesanan'} onClose={onClose}>
      <form noValidate onSubmit={handleSubmit(mutate)} className="mt-4 grid gap-4">
        <TextField
          label="Nomor resi"
          value={resi}
          error={wrong}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            setResi(event.target.value);
            if (wrong) reset();
          }}
        />
        <TextField
          label="Kurir"
          value={courier}
          maxLength={60}
          hint="Pilihan pembeli. Ubah bila paket dibawa kurir atau layanan lain, misalnya JNE - REG23."
          onChange={(event) => setCourier(event.target.value)}
        />
        <CodWarning
          amount={
            order.payment_method === 'cod' && order.payment_status === 'pending'
              ? order.total_rp
              : null
          }
          chosen={order.courier}
          courier={courier}
        />
        {error && !wrong && <Problem text={explain(error)} />}
        <DialogFoot>
          <Button look="outline" disabled={isPending} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={isPending && 'Menyimpan...'}>
            {correcting ? 'Simpan' : 'Kirim'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function explain(error: Error): string {
  const current = currentOf<Pick<AdminOrder, 'resi'>>(error);
  if (!current) return sentence(error, 'Gagal menyimpan. Isian Anda tetap ada, coba lagi.');
  const now = current.resi ? `menjadi ${current.resi}` : 'kosong';
  return `${sentence(error, '')} Resinya sekarang ${now}.`;
}
