import { NumberField } from '@/admin/ui/NumberField';
import type { AdminSettings } from '@/api/schema';
import { SelectField } from '@/ui/Field';
import { SectionForm } from './SectionForm';
import { useSection } from './useSection';

const counts = {
  low_stock: 'Batas stok menipis',
  max_unpaid_orders: 'Pesanan belum dibayar',
  max_unpaid_pieces: 'Barang belum dibayar',
};

const labels = {
  visitor_prices: 'harga yang dilihat pengunjung',
  low_stock: 'batas stok menipis',
  minimum_binds: 'pemesanan minimal',
  max_unpaid_orders: 'batas pesanan belum dibayar',
  max_unpaid_pieces: 'batas barang belum dibayar',
  holds_first_cod: 'COD pertama',
};

/** Rules for prices, stock and orders. */
export function SalesForm({ settings }: { settings: AdminSettings }) {
  const draft = useSection('sales', settings, { counts });
  const { tie } = draft;
  return (
    <SectionForm title="Harga, stok, dan pesanan" draft={draft} labels={labels}>
      <SelectField
        label="Harga yang dilihat pengunjung"
        {...tie('visitor_prices')}
        hint="Berlaku untuk produk yang punya harga umum. Anggota selalu membayar dan melihat harga anggota."
      >
        <option value="member">Harga anggota</option>
        <option value="both">Harga anggota, dengan harga umum dicoret</option>
        <option value="retail">Harga umum saja, dengan ajakan mendaftar</option>
      </SelectField>
      <NumberField
        label="Batas stok menipis (pcs)"
        {...tie('low_stock')}
        hint="Produk dengan stok sebanyak ini atau kurang ditandai."
      />
      <SelectField
        label="Pemesanan minimal produk"
        {...tie('minimum_binds')}
        hint="Bila mengikat, pesanan dengan jumlah lebih sedikit ditolak."
      >
        <option value="false">Hanya saran</option>
        <option value="true">Mengikat</option>
      </SelectField>
      <SelectField
        label="Pesanan COD pertama"
        {...tie('holds_first_cod')}
        hint="Berlaku untuk anggota yang belum pernah membayar pesanan yang sampai."
      >
        <option value="false">Langsung dikemas</option>
        <option value="true">Menunggu persetujuan toko</option>
      </SelectField>
      <NumberField
        label="Pesanan belum dibayar per anggota"
        {...tie('max_unpaid_orders')}
        hint="Yang melebihi batas ini ditolak. 0 berarti tanpa batas."
      />
      <NumberField
        label="Barang belum dibayar per anggota (pcs)"
        {...tie('max_unpaid_pieces')}
        hint="Isi semua pesanannya yang belum dibayar. 0 berarti tanpa batas."
      />
    </SectionForm>
  );
}
