import { NumberField } from '@/admin/ui/NumberField';
import type { AdminSettings } from '@/api/schema';
import { SelectField, TextField } from '@/ui/Field';
import { SectionForm } from './SectionForm';
import { useSection } from './useSection';

const counts = {
  return_days: 'Batas hari pengembalian',
  buyback_days: 'Batas hari pembelian kembali',
};

const percentages = { buyback_percent: 'Potongan pembelian kembali' };

const labels = {
  return_days: 'batas hari pengembalian',
  buyback_days: 'batas hari pembelian kembali',
  buyback_percent: 'potongan pembelian kembali',
  unwanted_refunds_shipping: 'ongkir saat berubah pikiran',
};

/** Time limits of returns, and the part of the money that the shop keeps. */
export function ReturnsForm({ settings }: { settings: AdminSettings }) {
  const draft = useSection('returns', settings, { counts, percentages });
  const { tie } = draft;
  return (
    <SectionForm title="Pengembalian" draft={draft} labels={labels}>
      <NumberField
        label="Batas pengembalian (hari)"
        {...tie('return_days')}
        hint="Dihitung sejak pesanan selesai. 0: anggota tidak dapat mengajukan uang kembali atau ganti barang."
      />
      <NumberField
        label="Batas pembelian kembali (hari)"
        {...tie('buyback_days')}
        hint="Untuk anggota yang mengembalikan barang saat berhenti. 0: tidak ditawarkan."
      />
      <TextField
        label="Potongan pembelian kembali (persen)"
        {...tie('buyback_percent')}
        inputMode="decimal"
        maxLength={8}
        hint="Yang disimpan toko dari harga barang, misalnya 10."
      />
      <SelectField
        label="Ongkir saat pembeli berubah pikiran"
        {...tie('unwanted_refunds_shipping')}
        hint="Berlaku untuk uang kembali yang diajukan sesudahnya."
      >
        <option value="false">Tidak ikut kembali</option>
        <option value="true">Ikut kembali</option>
      </SelectField>
    </SectionForm>
  );
}
