import { DialogFoot } from '@/admin/ui/DialogFoot';
import { NumberField } from '@/admin/ui/NumberField';
import { UploadField } from '@/admin/ui/UploadField';
import { useForm } from '@/ui/useForm';
import { dotted, wholeNumber } from '@/admin/ui/wholeNumber';
import type { AdminOrder } from '@/api/schema';
import { save } from '@/api/save';
import { today } from '@/dates';
import { rupiah } from '@/format';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';

/**
 * Records that an online order was paid by a transfer to the shop's own account, with the evidence.
 */
export function TransferDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const [paidOn, setPaidOn] = useRestoredState('transfer.day', today());
  const [amount, setAmount] = useRestoredState('transfer.amount', dotted(String(order.total_rp)));
  const [bank, setBank] = useRestoredState('transfer.bank', '');
  const [sender, setSender] = useRestoredState('transfer.sender', '');
  const [proof, setProof] = useRestoredState('transfer.proof', '');
  const { errors, failure, isPending, onSubmit } = useForm(async () => {
    await save('POST /api/admin/orders/{order_id}/transfer', {
      params: { order_id: order.order_id },
      body: {
        paid_on: paidOn,
        amount_rp: wholeNumber(amount) || 0,
        bank,
        sender,
        proof_picture: proof,
      },
    });
    toast('success', 'Transfer diterima, pesanan lunas.');
    onClose();
  });
  return (
    <Dialog title="Lunas lewat transfer bank" onClose={onClose}>
      <p className="mt-2 text-sm text-muted">
        {rupiah(order.total_rp)} sudah masuk ke rekening toko. Pesanan menjadi lunas, pembeli
        dikabari, dan halaman bayar onlinenya ditutup. Ini tidak dapat ditarik kembali: bila keliru,
        kembalikan dananya.
      </p>
      <form noValidate onSubmit={onSubmit} className="mt-4 grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Tanggal transfer"
            name="paid_on"
            type="date"
            max={today()}
            value={paidOn}
            error={errors.paid_on}
            onChange={(event) => setPaidOn(event.target.value)}
          />
          <NumberField
            label="Jumlah (Rp)"
            name="amount_rp"
            value={amount}
            error={errors.amount_rp}
            onChange={(event) => setAmount(event.target.value)}
          />
          <TextField
            label="Bank pengirim"
            name="bank"
            value={bank}
            error={errors.bank}
            maxLength={50}
            autoComplete="off"
            onChange={(event) => setBank(event.target.value)}
          />
          <TextField
            label="Nama pengirim"
            name="sender"
            value={sender}
            error={errors.sender}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setSender(event.target.value)}
          />
        </div>
        <UploadField
          label="Bukti transfer"
          name="proof_picture"
          folder="proofs"
          picture={proof}
          error={errors.proof_picture}
          hint="Foto atau tangkapan layar (JPG, PNG, WebP). Hanya dilihat pengelola keuangan."
          onPick={setProof}
        />
        {failure && <Problem text={failure} />}
        <DialogFoot>
          <Button look="outline" disabled={isPending} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={isPending && 'Menyimpan...'}>
            Tandai lunas
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
