import { NumberField } from '@/admin/ui/NumberField';
import type { AdminSettings, DownlineContacts } from '@/api/schema';
import { SelectField } from '@/ui/Field';
import { SectionForm } from './SectionForm';
import { useSection } from './useSection';

const counts = {
  message_days: 'Lama pesan disimpan',
  books_years: 'Lama pembukuan disimpan',
  backups_kept: 'Cadangan yang disimpan',
};

const labels = {
  downline_contacts: 'kontak jaringan',
  message_days: 'lama pesan disimpan',
  books_years: 'lama pembukuan disimpan',
  backups_kept: 'cadangan yang disimpan',
};

/** Visibility of the members' data to leaders, and their retention. */
export function PrivacyForm({ settings }: { settings: AdminSettings }) {
  const draft = useSection('privacy', settings, { counts });
  const { tie, change } = draft;
  return (
    <SectionForm title="Data anggota" draft={draft} labels={labels}>
      <SelectField
        label="Data anggota di bawah downline langsung"
        {...tie('downline_contacts')}
        onChange={({ target }) => change({ downline_contacts: target.value as DownlineContacts })}
      >
        {draft.draft.downline_contacts === null && (
          <option value="">Belum dipilih: ditampilkan</option>
        )}
        <option value="shown">Leader melihat nama lengkap dan email</option>
        <option value="masked">Nama disingkat, tanpa foto dan kontak</option>
      </SelectField>
      <p className="self-center text-sm text-muted">
        Nama dan email adalah data pribadi. UU No. 27 Tahun 2022 tentang Pelindungan Data Pribadi
        meminta dasar yang sah, misalnya persetujuan anggota, dan tidak lebih banyak data daripada
        yang perlu. Jika Anda memilih nama lengkap dan email, katakan itu di kebijakan privasi dan
        saat mendaftar. Downline langsung selalu terlihat lengkap.
      </p>
      <NumberField
        label="Pesan keluar disimpan (hari)"
        {...tie('message_days')}
        hint="Setelah itu dihapus otomatis. 31 sampai 3.650."
      />
      <NumberField
        label="Pembukuan anggota yang dihapus disimpan (tahun)"
        {...tie('books_years')}
        hint="Nama, rekening, dan NPWP atau NIK pada bonus yang sudah dibayar. Hukum pajak meminta 10. 5 sampai 30."
      />
      <NumberField
        label="Cadangan yang disimpan"
        {...tie('backups_kept')}
        hint="Satu dibuat setiap hari setelah pukul 02.00 WIB; yang terlama dihapus. 0: tidak ada yang dibuat sendiri. Paling banyak 60."
      />
    </SectionForm>
  );
}
