import { useState, type FormEvent } from 'react';
import { roleNames } from '@/admin/roles';
import { ApiError, request, sentence } from '@/api/client';
import type { Role, StaffMember } from '@/api/schema';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { SelectField } from '@/ui/Field';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { askAgain, roleTexts } from './roleTexts';

/** Gives an administrator another role, or takes it away. */
export function RoleDialog({
  administrator,
  onClose,
}: {
  administrator: StaffMember;
  onClose: () => void;
}) {
  const [before, setBefore] = useState<Role>(administrator.role);
  const [role, setRole] = useState<Role>(administrator.role);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      const path = `/api/admin/staff/${encodeURIComponent(administrator.uid)}`;
      await request<StaffMember>('PUT', path, { role, role_before: before });
      toast('success', role === 'member' ? 'Peran dicabut.' : 'Peran diubah.');
      onClose();
      askAgain();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'edit_conflict') {
        const { current } = (error.answer ?? {}) as { current?: StaffMember };
        if (current) setBefore(current.role);
        setFailure(
          `Perannya baru saja diubah orang lain menjadi ${roleNames[current?.role ?? before]}. Simpan lagi bila pilihan Anda tetap.`,
        );
      } else setFailure(sentence(error, 'Gagal mengubah peran. Coba lagi.'));
      setBusy(false);
    }
  };

  return (
    <Dialog title={`Ubah peran ${administrator.name}`} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 grid gap-4">
        <p className="text-sm text-muted">
          Sekarang {roleNames[before]}. Peran baru berlaku seketika, di semua perangkatnya.
        </p>
        <SelectField
          label="Peran"
          value={role}
          onChange={(event) => setRole(event.target.value as Role)}
        >
          {roleTexts.map(([each, work]) => (
            <option key={each} value={each}>
              {roleNames[each]}: {work}
            </option>
          ))}
          <option value="member">Cabut peran (menjadi anggota biasa)</option>
        </SelectField>
        {failure && <Problem text={failure} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={busy && 'Menyimpan...'} disabled={role === before}>
            Simpan
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
