import { Group } from '@/admin/ui/Group';
import { NumberField } from '@/admin/ui/NumberField';
import type { Draft } from '@/admin/ui/useDraft';
import { SelectField, TextField } from '@/ui/Field';
import type { Typed } from './form';

/** Settings of returns: the time limits, and the part of the money that the shop keeps. */
export function Returns({ draft: { tie, change } }: { draft: Draft<Typed> }) {
  return (
    <Group title="Pengembalian">
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
        maxLength={6}
        hint="Yang disimpan toko dari harga barang, misalnya 10."
      />
      <SelectField
        label="Ongkir saat pembeli berubah pikiran"
        {...tie('unwanted_refunds_shipping')}
        onChange={({ target }) => change({ unwanted_refunds_shipping: target.value === 'true' })}
        hint="Berlaku untuk uang kembali yang diajukan sesudahnya."
      >
        <option value="false">Tidak ikut kembali</option>
        <option value="true">Ikut kembali</option>
      </SelectField>
    </Group>
  );
}
