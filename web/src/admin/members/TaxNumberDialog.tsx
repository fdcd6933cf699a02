import { adminQuery } from '@/admin/ui/adminQuery';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { useForm } from '@/ui/useForm';
import type { MemberDetail } from '@/api/schema';
import { currentOf, save } from '@/api/save';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextAreaField, TextField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';

/** Enters a member's tax number at the member's request, with a reason that the member receives. */
export default function TaxNumberDialog({
  member,
  onClose,
}: {
  member: MemberDetail;
  onClose: () => void;
}) {
  // Number as last read, sent for optimistic locking: the member may change it at the same time.
  const [was, setWas] = useRestoredState('tax number.was', member.tax_number.number);
  const [number, setNumber] = useRestoredState('tax number.number', was);
  const [reason, setReason] = useRestoredState('tax number.reason', '');
  const { errors, failure, isPending, onSubmit } = useForm(async () => {
    const params = { uid: member.uid };
    const keep = adminQuery('/api/admin/members/{uid}', params);
    try {
      const body = { number, was, reason };
      await save('PUT /api/admin/members/{uid}/tax-number', { params, body }, { keep });
    } catch (error) {
      const current = currentOf<MemberDetail>(error);
      if (current) setWas(current.tax_number.number);
      throw error;
    }
    toast('success', 'NPWP atau NIK disimpan.');
    onClose();
  });
  return (
    <Dialog title="Isikan NPWP atau NIK" onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="mt-2 grid gap-4">
        <p className="text-sm text-muted">
          Untuk anggota yang menyebutkannya kepada Anda. {member.name} diberi tahu, dan nomornya
          diperiksa seperti yang diisi sendiri.
        </p>
        <TextField
          label="NPWP atau NIK"
          name="number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={40}
          hint="16 digit, atau 15 digit NPWP lama. Kosongkan untuk menghapus."
          value={number}
          error={errors['number']}
          onChange={({ target }) => setNumber(target.value)}
        />
        <TextAreaField
          label="Alasan"
          name="reason"
          hint="Tampil di pesan kepada anggota."
          rows={2}
          maxLength={300}
          value={reason}
          error={errors['reason']}
          onChange={({ target }) => setReason(target.value)}
        />
        {failure && <Problem text={failure} />}
        <DialogFoot>
          <Button look="outline" onClick={onClose} disabled={isPending}>
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
