import { roleNames } from '@/admin/roles';
import { DialogFoot } from '@/admin/ui/DialogFoot';
import { sentence } from '@/errors';
import type { Role, Administrator } from '@/api/schema';
import { currentOf, save } from '@/api/save';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { SelectField } from '@/ui/Field';
import { handleSubmit } from '@/ui/handleSubmit';
import { Problem } from '@/ui/Problem';
import { toast } from '@/ui/toast';
import { useRestoredState } from '@/ui/useRestoredState';
import { useMutation } from '@/ui/useMutation';
import { roleTexts } from './roleTexts';

/** Changes an administrator's role, or revokes it. */
export function RoleDialog({
  administrator,
  onClose,
}: {
  administrator: Administrator;
  onClose: () => void;
}) {
  const [before, setBefore] = useRestoredState<Role>(
    `role ${administrator.uid}.before`,
    administrator.role,
  );
  const [role, setRole] = useRestoredState<Role>(
    `role ${administrator.uid}.role`,
    administrator.role,
  );
  const { mutate, isPending, error } = useMutation(
    async () => {
      const { uid } = administrator;
      const body = { role, role_before: before };
      await save('PUT /api/admin/staff/{uid}', { params: { uid }, body });
      toast('success', role === 'member' ? 'Peran dicabut.' : 'Peran diubah.');
      onClose();
    },
    (refusal) => setBefore(currentOf<Administrator>(refusal)?.role ?? before),
  );
  const current = currentOf<Administrator>(error);

  return (
    <Dialog title={`Ubah peran ${administrator.name}`} onClose={onClose}>
      <form noValidate onSubmit={handleSubmit(mutate)} className="mt-3 grid gap-4">
        <p className="text-sm text-muted">
          Sekarang {roleNames[before]}. Setelah ini orangnya harus login lagi di semua perangkatnya.
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
        {error && (
          <Problem
            text={
              current
                ? `${sentence(error, '')} Perannya sekarang ${roleNames[current.role]}.`
                : sentence(error, 'Gagal mengubah peran. Coba lagi.')
            }
          />
        )}
        <DialogFoot>
          <Button look="outline" disabled={isPending} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={isPending && 'Menyimpan...'} disabled={role === before}>
            Simpan
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
