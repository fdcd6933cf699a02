/** Names of an order's states in the office. */
import type { Tone } from '@/ui/Badge';
import type { Actor, PaymentStatus, ShipmentStatus } from '@/api/schema';

/** Names of an order's payment states. */
export const paymentNames: Record<PaymentStatus, string> = {
  pending: 'Belum dibayar',
  success: 'Dibayar',
  failed: 'Pembayaran gagal',
  expired: 'Lewat batas bayar',
  cancelled: 'Dibatalkan',
  refunded: 'Dana dikembalikan',
};

/** Tones of the badges of payment states. */
export const paymentTones: Record<PaymentStatus, Tone> = {
  pending: 'waiting',
  success: 'good',
  failed: 'bad',
  expired: 'bad',
  cancelled: 'plain',
  refunded: 'info',
};

/** Names of an order's shipment states. */
export const shipmentNames: Record<ShipmentStatus, string> = {
  menunggu: 'Menunggu',
  dikemas: 'Dikemas',
  dikirim: 'Dikirim',
  selesai: 'Selesai',
  dibatalkan: 'Dibatalkan',
};

/** Tones of the badges of shipment states. */
export const shipmentTones: Record<ShipmentStatus, Tone> = {
  menunggu: 'waiting',
  dikemas: 'info',
  dikirim: 'info',
  selesai: 'good',
  dibatalkan: 'plain',
};

/** Names of the actors that move an order, or a return of it. */
export const actorNames: Record<Actor, string> = {
  member: 'pembeli',
  shop: 'toko',
  provider: 'penyedia pembayaran',
  system: 'sistem',
};
