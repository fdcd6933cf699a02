/** Columns of the list as a file: the server's names, and the labels for readers. */
export const exportColumns = {
  nomor: 'Nomor pesanan',
  tanggal: 'Tanggal dan jam',
  pembayaran: 'Pembayaran',
  pengiriman: 'Pengiriman',
  cara_bayar: 'Cara bayar',
  id_anggota: 'ID anggota',
  nama_anggota: 'Nama anggota',
  penerima: 'Penerima',
  telepon: 'Telepon penerima',
  email: 'Email penerima',
  alamat: 'Alamat',
  kurir: 'Kurir',
  resi: 'Resi',
  barang: 'Barang',
  jumlah: 'Jumlah pcs',
  subtotal: 'Subtotal produk',
  voucher: 'Voucher',
  diskon: 'Diskon',
  ongkir: 'Ongkos kirim',
  ongkir_ditanggung_voucher: 'Ongkir ditanggung voucher',
  selisih_ongkir: 'Selisih ongkir toko',
  total: 'Total',
  ppn: 'PPN dalam harga',
  bv: 'BV',
  periode: 'Periode BV',
  tanda: 'Tanda',
} as const;

/** Returns the columns that a stored text names; all columns if none of the named ones exists. */
export function keptColumns(text: string | null): string[] {
  const known = Object.keys(exportColumns);
  const kept = (text ?? '').split(',').filter((name) => known.includes(name));
  return kept.length > 0 ? kept : known;
}
