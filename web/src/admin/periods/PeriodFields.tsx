import type { Draft } from '@/admin/ui/useDraft';
import { TextField } from '@/ui/Field';

/** Values typed for a period. */
export type PeriodDraft = {
  name: string;
  starts_on: string;
  ends_on: string;
  version: number;
};

/** Names of the fields, for reporting another administrator's changes. */
export const periodLabels = {
  name: 'Nama',
  starts_on: 'Tanggal mulai',
  ends_on: 'Tanggal selesai',
};

/** The fields of a period. */
export function PeriodFields({ draft }: { draft: Draft<PeriodDraft> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <TextField
          label={periodLabels.name}
          maxLength={100}
          hint="Seperti yang dibaca anggota, misalnya “Desember 2026”."
          {...draft.tie('name')}
        />
      </div>
      <TextField label={periodLabels.starts_on} type="date" {...draft.tie('starts_on')} />
      <TextField
        label={periodLabels.ends_on}
        type="date"
        hint="Hari itu masih termasuk, sampai tengah malam WIB."
        {...draft.tie('ends_on')}
      />
    </div>
  );
}
