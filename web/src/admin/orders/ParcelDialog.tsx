import { useState, type FormEvent } from 'react';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { sentence } from '@/errors';
import type { AdminOrder } from '@/api/schema';
import { currentOf, save } from '@/api/save';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useHeld } from '@/ui/useHeld';
import { CodWarning } from './CodWarning';
import { plainResi, proposedResi, resiError } from './resi';

type Props = { order: AdminOrder; correcting: boolean; onClose: () => void };

/** Asks for the courier and the tracking number of a parcel, to ship it or to correct them. */
export function ParcelDialog({ order, correcting, onClose }: Props) {
  const name = correcting ? 'resi' : 'ship';
  // Number as last read: another administrator may change it in the meantime.
  const [was, setWas] = useHeld(`${name}.was`, order.resi ?? '');
  const [resi, setResi] = useHeld(`${name}.resi`, correcting ? was : proposedResi(order));
  const [courier, setCourier] = useHeld(`${name}.courier`, order.courier);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const send = async () => {
    const body = { resi: plainResi(resi), courier: courier.trim() };
    const params = { order_id: order.order_id };
    await (correcting
      ? save('PUT /api/admin/orders/{order_id}/resi', { params, body: { ...body, was } })
      : save('POST /api/admin/orders/{order_id}/ship', { params, body }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = resiError(resi);
    setError(wrong);
    if (wrong) return;
    setBusy(true);
    setFailure(null);
    try {
      await send();
      toast('success', correcting ? 'Nomor resi diperbaiki.' : 'Pesanan dikirim.');
      onClose();
    } catch (thrown) {
      setBusy(false);
      const current = currentOf<{ resi: string | null }>(thrown);
      if (current) {
        const now = current.resi ?? '';
        setWas(now);
        setFailure(
          `${sentence(thrown, '')} Resinya sekarang ${now ? `menjadi ${now}` : 'kosong'}.`,
        );
      } else setFailure(sentence(thrown, 'Gagal menyimpan. Isian Anda tetap ada, coba lagi.'));
    }
  };
  return (
    <Dialog title={correcting ? 'Perbaiki resi' : 'Kirim pesanan'} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-4 grid gap-4">
        <TextField
          label="Nomor resi"
          value={resi}
          error={error}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            setResi(event.target.value);
            setError(undefined);
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
        {failure && <Problem text={failure} />}
        <DialogFoot>
          <Button look="outline" disabled={busy} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={busy && 'Menyimpan...'}>
            {correcting ? 'Simpan' : 'Kirim'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
