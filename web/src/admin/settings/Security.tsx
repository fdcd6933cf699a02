import { Group } from '@/admin/ui/Group';
import { NumberField } from '@/admin/ui/NumberField';
import type { Draft } from '@/admin/ui/useDraft';
import { SelectField } from '@/ui/Field';
import type { Typed } from './form';

/**
 * Duration of logins, second factors of administrators, and time before new bank accounts and
 * administrators are trusted.
 */
export function Security({ draft: { tie, change } }: { draft: Draft<Typed> }) {
  return (
    <Group title="Keamanan akun">
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
      <NumberField
        label="Masa tunggu rekening baru (hari)"
        {...tie('bank_hold_days')}
        hint="Selama itu bonus belum dibayarkan ke rekening yang baru diganti. 0 sampai 30."
      />
      <SelectField
        label="Verifikasi dua langkah"
        {...tie('admin_factors')}
        onChange={({ target }) => change({ admin_factors: target.value === 'true' })}
        hint="Bila wajib, langkah yang menyangkut uang atau hak akses juga dikonfirmasi lagi."
      >
        <option value="true">Wajib untuk Pemilik dan Keuangan</option>
        <option value="false">Pilihan masing-masing</option>
      </SelectField>
      <SelectField
        label="Lihat sebagai anggota"
        {...tie('tells_views')}
        onChange={({ target }) => change({ tells_views: target.value === 'true' })}
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
    </Group>
  );
}
