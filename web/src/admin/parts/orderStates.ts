/** What the states of an order are called in the admin. */
import type { Tone } from '@/ui/Badge';
import type { Actor, PaymentStatus, ShipmentStatus } from '@/api/schema';

/** Where the money of an order is. */
export const paymentNames: Record<PaymentStatus, string> = {
  pending: 'Belum dibayar',
  success: 'Dibayar',
  failed: 'Pembayaran gagal',
  expired: 'Lewat batas bayar',
  cancelled: 'Dibatalkan',
  refunded: 'Dana dikembalikan',
};

/** What their badges say. */
export const paymentTones: Record<PaymentStatus, Tone> = {
  pending: 'waiting',
  success: 'good',
  failed: 'bad',
  expired: 'bad',
  cancelled: 'plain',
  refunded: 'info',
};

/** Where the goods of an order are. */
export const shipmentNames: Record<ShipmentStatus, string> = {
  menunggu: 'Menunggu',
  dikemas: 'Dikemas',
  dikirim: 'Dikirim',
  selesai: 'Selesai',
  dibatalkan: 'Dibatalkan',
};

/** What their badges say. */
export const shipmentTones: Record<ShipmentStatus, Tone> = {
  menunggu: 'waiting',
  dikemas: 'info',
  dikirim: 'info',
  selesai: 'good',
  dibatalkan: 'plain',
};

/** Who moves an order, or a return of it. */
export const actorNames: Record<Actor, string> = {
  member: 'pembeli',
  shop: 'toko',
  provider: 'penyedia pembayaran',
  system: 'sistem',
};
