/** Names of an order's actions in the office, and of the states in which it waits. */
import type { AdminAction, PaymentMethod } from '@/api/schema';

/** Names of payment methods. */
export const methodNames = { online: 'Online', cod: 'COD', transfer: 'Transfer bank' };

/** Returns the name of an order's payment method. */
export function methodName(method: PaymentMethod, isTransfer: boolean): string {
  return methodNames[isTransfer ? 'transfer' : method];
}

/** Names of an order's money movements. */
export const moneyNames = {
  received: 'Uang masuk',
  refunded: 'Dana kembali',
  fee: 'Biaya kurir',
};

/** Names of the steps that orders wait for. */
export const waitingNames = {
  held: 'COD menunggu persetujuan',
  pack: 'Perlu dikemas',
  ship: 'Perlu dikirim',
  expiring: 'Hampir lewat batas bayar',
  cash: 'Uang COD belum masuk',
  problem: 'Masalah pembayaran',
  refund: 'Pengembalian dana perlu disetujui',
};

/** Messages for lists of waiting orders that are empty. */
export const nothingWaits: Record<keyof typeof waitingNames, string> = {
  held: 'Tidak ada COD yang menunggu persetujuan',
  pack: 'Tidak ada pesanan yang perlu dikemas',
  ship: 'Tidak ada pesanan yang perlu dikirim',
  expiring: 'Tidak ada pesanan yang hampir lewat batas bayar',
  cash: 'Semua uang COD sudah masuk',
  problem: 'Tidak ada masalah pembayaran',
  refund: 'Tidak ada pengembalian dana yang menunggu persetujuan',
};

/** Names of the shop's actions on an order. */
export const actionNames: Record<AdminAction, string> = {
  release: 'Setujui COD',
  pack: 'Kemas pesanan',
  ship: 'Kirim pesanan',
  complete: 'Selesaikan pesanan',
  resi: 'Perbaiki resi',
  cancel: 'Batalkan pesanan',
  refund: 'Kembalikan dana',
  return: 'Paket kembali',
  cash: 'Uang COD diterima',
  transfer: 'Lunas lewat transfer',
  address: 'Perbaiki alamat',
};

/** Names of payment problems. */
export const problemNames: Record<string, string> = {
  late_payment: 'Dana datang untuk pesanan yang sudah dilepas',
  partial_refund: 'Sebagian dana dikembalikan di penyedia pembayaran',
  chargeback: 'Bank pembeli meminta dananya kembali',
  reversed: 'Dana pesanan yang sudah dikirim ditarik kembali',
  amount_mismatch: 'Jumlah di penyedia pembayaran berbeda dari pesanan',
  unclosed: 'Dilepas tanpa kepastian dari penyedia pembayaran',
  stray_payment: 'Dana datang lewat halaman bayar yang sudah ditutup',
  double_payment: 'Dibayar lagi secara online setelah transfernya diterima',
};

/** Formats a weight in grams, as g or kg. */
export function weight(grams: number): string {
  return grams >= 1000
    ? `${(grams / 1000)
        .toFixed(2)
        .replace(/\.?0+$/, '')
        .replace('.', ',')} kg`
    : `${grams} g`;
}
