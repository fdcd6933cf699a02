import { Group } from '@/admin/ui/Group';
import type { Draft } from '@/admin/ui/useDraft';
import { SelectField } from '@/ui/Field';
import type { Typed } from './form';

/** Setting of the prices that visitors who are not members see. */
export function VisitorPrices({ draft: { tie } }: { draft: Draft<Typed> }) {
  return (
    <Group title="Harga">
      <SelectField
        label="Harga yang dilihat pengunjung"
        {...tie('visitor_prices')}
        hint="Berlaku untuk produk yang punya harga umum. Anggota selalu membayar dan melihat harga anggota."
      >
        <option value="member">Harga anggota</option>
        <option value="both">Harga anggota, dengan harga umum dicoret</option>
        <option value="retail">Harga umum saja, dengan ajakan mendaftar</option>
      </SelectField>
    </Group>
  );
}
