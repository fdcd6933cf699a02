import type { Order, OrderMove, ShipmentStatus } from '@/api/schema';

/** Returns the colours of a shipment status, for a bar with text on it. */
export function shipmentBar(status: ShipmentStatus): string {
  const bars: Partial<Record<ShipmentStatus, string>> = {
    dikemas: 'bg-warn-soft text-warn',
    dikirim: 'bg-info-soft text-info',
    selesai: 'bg-success-soft text-success',
  };
  return bars[status] ?? 'bg-sunken text-muted';
}

/** Describes an order's state. */
export function orderTitle({ held, shipment_status }: Order): string {
  return held ? 'Menunggu persetujuan toko' : `Pesanan ${shipment_status}`;
}

/** Returns the payment method's name. */
export function paymentMethodName({
  payment_method,
  bank_transfer,
}: Pick<Order, 'payment_method' | 'bank_transfer'>): string {
  if (bank_transfer) return 'Transfer bank';
  return payment_method === 'cod' ? 'COD (bayar di tempat)' : 'Pembayaran online';
}

/**
 * Returns the order's points minus the returned points, also while its payment is pending; 0 for an
 * order that ends unpaid or is refunded.
 */
export function bvOf({
  status,
  total_bv,
  returned_bv,
}: Pick<Order, 'status' | 'total_bv' | 'returned_bv'>): number {
  return status === 'success' || status === 'pending' ? total_bv - returned_bv : 0;
}

/** Returns the note on an order to be paid in cash that is not paid yet; null if there is none. */
export function cashNote({
  payment_method,
  status,
  shipment_status,
  held,
  receiver_phone,
}: Order): string | null {
  if (held)
    return `Ini pesanan COD pertama Anda, jadi toko memastikannya dulu sebelum mengemas. Kami mungkin menghubungi ${receiver_phone}.`;
  if (payment_method !== 'cod' || status !== 'pending') return null;
  if (shipment_status === 'dikirim')
    return 'Siapkan uang tunai: dibayar kepada kurir saat paket tiba.';
  if (shipment_status !== 'selesai') return null;
  return 'Sudah Anda terima. Pembayaran dan BV dicatat setelah uangnya sampai di toko dari kurir.';
}

const moveNames: Record<string, string> = {
  placed: 'Pesanan dibuat',
  held: 'Menunggu persetujuan toko',
  released: 'Pesanan disetujui toko',
  paid: 'Pembayaran diterima',
  failed: 'Pembayaran gagal',
  expired: 'Batas waktu pembayaran terlewati',
  cancelled: 'Pesanan dibatalkan',
  refunded: 'Dana dikembalikan',
  packed: 'Pesanan dikemas',
  shipped: 'Pesanan dikirim',
  completed: 'Pesanan selesai',
  returned: 'Paket kembali ke toko',
  resi: 'Nomor resi diperbaiki',
  address: 'Alamat diperbaiki toko',
};

/** Returns the name of a move. */
export function moveName(what: OrderMove['what']): string {
  return moveNames[what] ?? what;
}
