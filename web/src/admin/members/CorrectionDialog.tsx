import { useEffect, useRef } from 'react';
import { adminQuery } from '@/admin/ui/adminQuery';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { useForm } from '@/ui/useForm';
import type { MemberDetail } from '@/api/schema';
import { currentOf, save } from '@/api/save';
import { today } from '@/dates';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { SelectField, TextAreaField, TextField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';

/** Returns the correctable data of a member, by wire name. */
const dataOf = ({ name, phone, address, gender, birth_date }: MemberDetail) => ({
  name,
  no_hp: phone,
  alamat: address,
  jenis_kelamin: gender,
  tanggal_lahir: birth_date,
});

type Field = keyof ReturnType<typeof dataOf>;

/** Corrects a member's data, with a reason that the member receives. */
export default function CorrectionDialog({
  member,
  onClose,
}: {
  member: MemberDetail;
  onClose: () => void;
}) {
  // Data as last read, sent for optimistic locking: the member may change them at the same time.
  const [was, setWas] = useRestoredState('correction.was', () => dataOf(member));
  const [form, setForm] = useRestoredState('correction.form', { ...was, reason: '' });
  /** Continues from the server's current data after a conflict; typed values remain. */
  const meet = (now: typeof was) => {
    const typed = Object.entries(form).filter(([field, value]) => value !== was[field as Field]);
    setWas(now);
    setForm({ ...form, ...now, ...Object.fromEntries(typed) });
  };
  const { errors, failure, isPending, onSubmit } = useForm(async () => {
    const params = { uid: member.uid };
    const keep = adminQuery('/api/admin/members/{uid}', params);
    try {
      await save('PUT /api/admin/members/{uid}', { params, body: { ...form, was } }, { keep });
    } catch (error) {
      const current = currentOf<MemberDetail>(error);
      if (current) meet(dataOf(current));
      throw error;
    }
    toast('success', 'Data anggota diperbaiki.');
    onClose();
  });
  // On a phone, the faulty field may be above the visible part.
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const refused = [...(element.current?.elements ?? [])].find(
      (field) => errors[field.getAttribute('name') ?? ''],
    );
    if (refused instanceof HTMLElement) refused.focus();
  }, [errors]);
  const tie = (field: keyof typeof form) => ({
    name: field,
    value: form[field],
    error: errors[field],
    onChange: ({ target }: { target: { value: string } }) =>
      setForm((typed) => ({ ...typed, [field]: target.value })),
  });
  return (
    <Dialog title="Perbaiki data anggota" wide onClose={onClose}>
      <form ref={element} noValidate onSubmit={onSubmit} className="mt-2 grid gap-4">
        <p className="text-sm text-muted">
          {member.name} diberi tahu apa yang diperbaiki dan alasannya. Email dan rekening bank hanya
          dapat diganti oleh anggota sendiri.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Nama" autoComplete="off" maxLength={100} {...tie('name')} />
          <TextField label="No. HP" type="tel" autoComplete="off" {...tie('no_hp')} />
          <SelectField label="Jenis kelamin" {...tie('jenis_kelamin')}>
            {was.jenis_kelamin === '' && <option value="">Belum diisi</option>}
            <option value="L">Laki-laki</option>
            <option value="P">Perempuan</option>
          </SelectField>
          <TextField label="Tanggal lahir" type="date" max={today()} {...tie('tanggal_lahir')} />
          <TextAreaField
            label="Alamat"
            autoComplete="off"
            maxLength={300}
            className="sm:col-span-2"
            {...tie('alamat')}
          />
          <TextAreaField
            label="Alasan"
            hint="Tampil di pesan kepada anggota."
            rows={2}
            maxLength={300}
            className="sm:col-span-2"
            {...tie('reason')}
          />
        </div>
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
