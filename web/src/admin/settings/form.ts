/** Settings of the owner, as typed. */
import type { AdminSettings } from '@/api/schema';
import { number } from '@/format';

/** Settings as typed: all except those that the server was started with. */
export type Typed = Omit<AdminSettings, 'operation' | 'bank_choices' | keyof typeof counts> &
  Record<keyof typeof counts, string>;

/** Whole numbers among the settings, with their labels. */
export const counts = {
  low_stock: 'Batas stok menipis',
  payout_least_rp: 'Pembayaran bonus paling sedikit',
  return_days: 'Batas hari pengembalian',
  buyback_days: 'Batas hari pembelian kembali',
  max_unpaid_orders: 'Pesanan belum dibayar',
  max_unpaid_pieces: 'Barang belum dibayar',
  session_days: 'Lama login',
  session_idle_hours: 'Lama login tanpa dipakai',
  bank_hold_days: 'Masa tunggu rekening baru',
  approval_wait_days: 'Masa tunggu pengelola baru',
  message_days: 'Lama pesan disimpan',
  books_years: 'Lama pembukuan disimpan',
  backups_kept: 'Cadangan yang disimpan',
};

/** Names of settings, for reporting changes by others. */
export const labels: Partial<Record<keyof Typed, string>> = {
  shop_name: 'nama toko',
  shop_address: 'alamat',
  shop_hours: 'jam layanan',
  shop_email: 'email',
  shop_phone: 'telepon',
  shop_whatsapp: 'WhatsApp',
  shipping_origin_label: 'asal pengiriman',
  low_stock: 'batas stok menipis',
  downline_contacts: 'kontak jaringan',
  payout_tax: 'cara menghitung pajak bonus',
  payout_tax_percent: 'pajak bonus',
  payout_least_rp: 'pembayaran bonus paling sedikit',
  return_days: 'batas hari pengembalian',
  buyback_days: 'batas hari pembelian kembali',
  buyback_percent: 'potongan pembelian kembali',
  unwanted_refunds_shipping: 'ongkir saat berubah pikiran',
  legal_name: 'nama badan usaha',
  legal_address: 'alamat badan usaha',
  tax_number: 'NPWP toko',
  taxable: 'Pengusaha Kena Pajak',
  minimum_binds: 'pemesanan minimal',
  max_unpaid_orders: 'batas pesanan belum dibayar',
  max_unpaid_pieces: 'batas barang belum dibayar',
  holds_first_cod: 'COD pertama',
  session_days: 'lama login',
  session_idle_hours: 'lama login tanpa dipakai',
  bank_hold_days: 'masa tunggu rekening baru',
  admin_factors: 'verifikasi dua langkah',
  tells_views: 'pemberitahuan lihat sebagai anggota',
  approval_wait_days: 'masa tunggu pengelola baru',
  message_days: 'lama pesan disimpan',
  books_years: 'lama pembukuan disimpan',
  backups_kept: 'cadangan yang disimpan',
  registration_later: 'data yang diisi nanti',
  more_banks: 'bank tambahan',
  plan_a_text: 'penjelasan Plan A',
  plan_b_text: 'penjelasan Plan B',
  visitor_prices: 'harga yang dilihat pengunjung',
};

/** Converts the settings to the values of their form. */
export function typed(settings: AdminSettings): Typed {
  const { operation: _operation, bank_choices: _choices, ...set } = settings;
  return {
    ...set,
    low_stock: number(settings.low_stock),
    payout_least_rp: number(settings.payout_least_rp),
    return_days: number(settings.return_days),
    buyback_days: number(settings.buyback_days),
    max_unpaid_orders: number(settings.max_unpaid_orders),
    max_unpaid_pieces: number(settings.max_unpaid_pieces),
    session_days: number(settings.session_days),
    session_idle_hours: number(settings.session_idle_hours),
    bank_hold_days: number(settings.bank_hold_days),
    approval_wait_days: number(settings.approval_wait_days),
    message_days: number(settings.message_days),
    books_years: number(settings.books_years),
    backups_kept: number(settings.backups_kept),
    payout_tax_percent: settings.payout_tax_percent.replace('.', ','),
    buyback_percent: settings.buyback_percent.replace('.', ','),
  };
}
