import { useEffect, useMemo, useState } from 'react';
import { useDraft } from '@/admin/ui/useDraft';
import { roleNames, type AdminRole } from '@/admin/roles';
import { save, type Answer } from '@/api/calls';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { SelectField, TextField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';
import { roleTexts } from './roleTexts';

type Added = Answer<'POST /api/admin/staff'>;

type Props = { onAdded: (answer: Added) => void; onClose: () => void };

type Typed = { kind: 'existing' | 'new'; email: string; name: string; role: AdminRole };

const empty: Typed = { kind: 'existing', email: '', name: '', role: 'fulfilment' };

/** Makes an account an administrator: one that there is, or a new one. What was typed stays until it is sent. */
export function AddDialog({ onAdded, onClose }: Props) {
  const [added, setAdded] = useState<Added | null>(null);
  const { draft, busy, form, submit, tie, failure } = useDraft<Typed>({
    name: 'administrator-new',
    initial: useMemo(() => empty, []),
    save: async ({ kind, email, name, role }) => {
      const body = { email, role, ...(kind === 'new' && { name }) };
      setAdded(await save('POST /api/admin/staff', { body }));
    },
  });
  const isNew = draft.kind === 'new';

  // Once the form has let go of what was typed.
  useEffect(() => {
    if (!busy && added) onAdded(added);
  }, [busy, added, onAdded]);

  return (
    <Dialog title="Tambah pengelola" onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit} className="mt-3 grid gap-4">
        <SelectField label="Akun" {...tie('kind')}>
          <option value="existing">Akun yang sudah ada</option>
          <option value="new">Akun baru</option>
        </SelectField>
        <TextField label="Email" type="email" autoComplete="off" {...tie('email')} />
        {isNew && (
          <TextField
            label="Nama"
            autoComplete="off"
            maxLength={100}
            hint="Setelah ini Anda mendapat tautan satu kali pakai untuk memilih password."
            {...tie('name')}
          />
        )}
        <SelectField label="Peran" {...tie('role')}>
          {roleTexts.map(([role, work]) => (
            <option key={role} value={role}>
              {roleNames[role]}: {work}
            </option>
          ))}
        </SelectField>
        {failure && <Problem text={failure} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" disabled={busy} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={busy && 'Menyimpan...'}>
            Tambah
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
