import type { AdminSettings } from '@/api/schema';
import { SelectField, TextField } from '@/ui/Field';
import { SectionForm } from './SectionForm';
import { useSection } from './useSection';

const percentages = { percent: 'Pajak bonus' };

const labels = {
  method: 'cara menghitung pajak bonus',
  percent: 'pajak bonus',
  legal_name: 'nama badan usaha',
  legal_address: 'alamat badan usaha',
  tax_number: 'NPWP toko',
  taxable: 'Pengusaha Kena Pajak',
};

/** Tax on bonuses, and the legal entity named on documents. */
export function TaxesForm({ settings }: { settings: AdminSettings }) {
  const draft = useSection('taxes', settings, { percentages });
  const { tie } = draft;
  return (
    <SectionForm title="Pajak" draft={draft} labels={labels}>
      <SelectField label="Pajak bonus" {...tie('method')}>
        <option value="flat">Persentase tetap</option>
        <option value="pph21">PPh 21 bukan pegawai</option>
      </SelectField>
      <TextField
        label="Pajak bonus (persen)"
        {...tie('percent')}
        inputMode="decimal"
        maxLength={8}
        hint="Dipotong dari bonus saat dibayarkan bila persentasenya tetap, misalnya 2,5."
      />
      <TextField
        label="Nama badan usaha"
        {...tie('legal_name')}
        maxLength={100}
        hint="Seperti di NPWP, misalnya PT Melati Sehat. Ditulis di invoice dan bukti potong; kosong berarti nama toko."
      />
      <TextField
        label="Alamat badan usaha"
        {...tie('legal_address')}
        maxLength={200}
        hint="Kosong berarti alamat toko."
      />
      <TextField
        label="NPWP toko"
        {...tie('tax_number')}
        inputMode="numeric"
        maxLength={40}
        hint="Ditulis di invoice, bukti potong, dan berkas Coretax. Konsultan pajak toko yang memastikan aturannya."
      />
      <SelectField
        label="Pengusaha Kena Pajak"
        {...tie('taxable')}
        hint="Bila ya, harga sudah termasuk PPN dan pesanan menyebut bagiannya."
      >
        <option value="false">Bukan</option>
        <option value="true">Ya</option>
      </SelectField>
    </SectionForm>
  );
}
