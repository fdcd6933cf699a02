import type { Draft } from '@/admin/ui/useDraft';
import { SelectField, TextAreaField } from '@/ui/Field';
import type { Audience, Typed } from './form';

const hints: Partial<Record<Audience, string>> = {
  first_order: 'Yang dibatalkan atau gagal dibayar bukan pesanan.',
  chosen_members: 'Tidak tampil di daftar voucher. Kirimkan kodenya kepada mereka.',
};

/** Audience of a voucher. */
export function AudienceFields({ draft: { draft, tie, change } }: { draft: Draft<Typed> }) {
  return (
    <>
      <SelectField
        label="Untuk"
        {...tie('audience')}
        onChange={({ target }) => change({ audience: target.value as Audience })}
        hint={hints[draft.audience]}
      >
        <option value="all">Semua anggota</option>
        <option value="first_order">Pesanan pertama saja</option>
        <option value="chosen_members">Anggota tertentu</option>
      </SelectField>
      {draft.audience === 'chosen_members' && (
        <TextAreaField
          label="ID anggota, satu per baris"
          rows={4}
          {...tie('members')}
          className="sm:col-span-2"
          hint="Misalnya KS00000012. Paling banyak 500."
        />
      )}
    </>
  );
}
