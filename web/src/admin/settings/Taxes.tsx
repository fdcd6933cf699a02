import { Group } from '@/admin/ui/Group';
import type { Draft } from '@/admin/ui/useDraft';
import { SelectField, TextField } from '@/ui/Field';
import type { Typed } from './form';

/** Tax on bonuses, and the legal entity named on documents. */
export function Taxes({ draft: { tie } }: { draft: Draft<Typed> }) {
  return (
    <Group title="Pajak">
      <SelectField label="Pajak bonus" {...tie('payout_tax')}>
        <option value="flat">Persentase tetap</option>
        <option value="pph21">PPh 21 bukan pegawai</option>
      </SelectField>
      <TextField
        label="Pajak bonus (persen)"
        {...tie('payout_tax_percent')}
        inputMode="decimal"
        maxLength={6}
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
        <option value="no">Bukan</option>
        <option value="yes">Ya</option>
      </SelectField>
    </Group>
  );
}
