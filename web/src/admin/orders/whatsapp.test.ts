import { expect, it } from 'vitest';
import { whatsappNumber } from '@/admin/components/whatsappNumber';
import { whatsappText } from './whatsapp';

const order = {
  order_id: 'KS-1',
  courier: 'JNE - REG23',
  expires_at: null,
  held: false,
  payment_method: 'online',
  payment_status: 'success',
  resi: null,
  shipment_status: 'menunggu',
  total_rp: 150_000,
} as const;

const say = (change: object) =>
  whatsappText({ ...order, ...change }, 'Budi', 'Toko Sehat', 'https://toko.test/o').replaceAll(
    '\u00a0',
    ' ',
  );

it('dials only Indonesian numbers', () => {
  for (const phone of ['081234567890', '+62 812-3456-7890', '6281234567890'])
    expect(whatsappNumber(phone)).toBe('6281234567890');
  for (const phone of ['', '12345', '+1 555 0100 200 300'])
    expect(whatsappNumber(phone)).toBeNull();
});

it('writes a text that fits the order state', () => {
  expect(say({})).toBe(
    'Halo Budi, ini Toko Sehat. Pesanan KS-1 sudah kami terima dan segera kami kemas.\nhttps://toko.test/o',
  );
  const unpaid = { payment_status: 'pending', expires_at: '2026-11-23T03:00:00Z' };
  expect(say(unpaid)).toContain('sebesar Rp 150.000 belum dibayar. Mohon dibayar sebelum 23');
  const cod = { payment_method: 'cod', payment_status: 'pending' };
  expect(say({ ...cod, held: true })).toContain('Balas YA');
  expect(say({ ...cod, shipment_status: 'dikemas' })).toContain('siapkan uang tunai Rp 150.000');
  const sent = say({ shipment_status: 'dikirim', resi: 'JN1' });
  expect(sent).toContain('dikirim dengan JNE - REG23, nomor resi JN1.\n');
  expect(say({ ...cod, shipment_status: 'dikirim', payment_status: 'success' })).not.toContain(
    'tunai',
  );
  expect(say({ shipment_status: 'selesai' })).toContain('ulasan');
  expect(say({ shipment_status: 'dibatalkan', payment_status: 'expired' })).toContain('pesan lagi');
  expect(say({ shipment_status: 'dibatalkan', payment_status: 'cancelled' })).toContain(
    'dibatalkan',
  );
  expect(say({ shipment_status: 'selesai', payment_status: 'refunded' })).toContain(
    'kami kembalikan',
  );
});
