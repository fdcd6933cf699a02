/** Messages of the office to a buyer about an order, over WhatsApp. */
import type { AdminOrder } from '@/api/schema';
import { dateTime } from '@/dates';
import { rupiah } from '@/format';

type Told = Pick<
  AdminOrder,
  | 'courier'
  | 'expires_at'
  | 'held'
  | 'order_id'
  | 'payment_method'
  | 'payment_status'
  | 'resi'
  | 'shipment_status'
  | 'total_rp'
>;

/** Returns the message on an order's current state, before the link to it. */
function news(order: Told): string {
  const number = `Pesanan ${order.order_id}`;
  const cash = order.payment_method === 'cod' && order.payment_status === 'pending';
  if (order.payment_status === 'refunded')
    return `Dana untuk pesanan ${order.order_id} sudah kami kembalikan.`;
  if (order.shipment_status === 'dibatalkan')
    return order.payment_status === 'expired'
      ? `${number} kami lepas karena batas waktu pembayarannya lewat. Bila masih berminat, silakan pesan lagi.`
      : `${number} sudah dibatalkan. Bila ada pertanyaan, balas pesan ini.`;
  if (order.held)
    return `Kami menerima pesanan ${order.order_id} dengan bayar di tempat sebesar ${rupiah(order.total_rp)}. Apakah pesanan ini benar? Balas YA agar kami kemas.`;
  if (order.payment_method === 'online' && order.payment_status !== 'success')
    return `${number} sebesar ${rupiah(order.total_rp)} belum dibayar.${order.expires_at ? ` Mohon dibayar sebelum ${dateTime(order.expires_at)}.` : ''}`;
  const prepare = cash ? ` Mohon siapkan uang tunai ${rupiah(order.total_rp)} untuk kurir.` : '';
  switch (order.shipment_status) {
    case 'menunggu':
      return `${number} sudah kami terima dan segera kami kemas.`;
    case 'dikemas':
      return `${number} sudah dikemas dan segera kami serahkan ke kurir.${prepare}`;
    case 'dikirim':
      return `${number} sudah dikirim dengan ${order.courier}${order.resi ? `, nomor resi ${order.resi}` : ''}.${prepare}`;
    case 'selesai':
      return `${number} sudah selesai. Terima kasih telah berbelanja; kami senang bila Anda menulis ulasan.`;
  }
}

/** Returns the opening text of the office's message to a buyer about an order. */
export function whatsappText(order: Told, to: string, shop: string, link: string): string {
  return `Halo ${to}, ini ${shop}. ${news(order)}\n${link}`;
}
