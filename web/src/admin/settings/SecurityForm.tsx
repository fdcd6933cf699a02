import { NumberField } from '@/admin/ui/NumberField';
import type { AdminSettings } from '@/api/schema';
import { SelectField } from '@/ui/Field';
import { SectionForm } from './SectionForm';
import { useSection } from './useSection';

const counts = {
  session_days: 'Lama login',
  session_idle_hours: 'Lama login tanpa dipakai',
  approval_wait_days: 'Masa tunggu pengelola baru',
};

const labels = {
  session_days: 'lama login',
  session_idle_hours: 'lama login tanpa dipakai',
  admin_factors: 'verifikasi dua langkah',
  tells_views: 'pemberitahuan lihat sebagai anggota',
  approval_wait_days: 'masa tunggu pengelola baru',
};

/**
 * Duration of logins, second factors of administrators, notices about views as a member, and the
 * time before new administrators may approve payments.
 */
export function SecurityForm({ settings }: { settings: AdminSettings }) {
  const draft = useSection('security', settings, { counts });
  const { tie } = draft;
  return (
    <SectionForm title="Keamanan akun" draft={draft} labels={labels}>
      <NumberField
        label="Login berakhir setelah (hari)"
        {...tie('session_days')}
        hint="1 sampai 90. Setelah itu setiap orang login lagi."
      />
      <NumberField
        label="Login yang tidak dipakai berakhir setelah (jam)"
        {...tie('session_idle_hours')}
        hint="1 sampai 2.160."
      />
      <SelectField
        label="Verifikasi dua langkah"
        {...tie('admin_factors')}
        hint="Bila wajib, langkah yang menyangkut uang atau hak akses juga dikonfirmasi lagi."
      >
        <option value="true">Wajib untuk Pemilik dan Keuangan</option>
        <option value="false">Pilihan masing-masing</option>
      </SelectField>
      <SelectField
        label="Lihat sebagai anggota"
        {...tie('tells_views')}
        hint="Pemilik dan Keuangan dapat melihat toko seperti yang dilihat anggota, tanpa mengubah apa pun."
      >
        <option value="true">Anggota diberi tahu</option>
        <option value="false">Tanpa pemberitahuan</option>
      </SelectField>
      <NumberField
        label="Masa tunggu pengelola baru (hari)"
        {...tie('approval_wait_days')}
        hint="Selama itu yang baru diangkat atau dipulihkan tidak menyetujui pembayaran bonus dan transfer pengembalian. 0 sampai 30."
      />
    </SectionForm>
  );
}
