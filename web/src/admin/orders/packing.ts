/** Packing of one order after the other: the state of the table, and the effect of a scan on it. */
import { request } from '@/api/calls';
import { ApiError, sentence } from '@/errors';
import type { AdminOrder } from '@/api/schema';
import { plainResi, proposedResi, resiError } from './resi';

/** A line of the order on the table. */
export type Line = AdminOrder['lines'][number];

/** Number of pieces of each line in the parcel, by the line's key. */
export type Counted = Readonly<Record<number, number>>;

/** State of the packing table. */
export type Table = {
  /** The order that is being packed. */
  order: AdminOrder | null;
  counted: Counted;
  /** Result of the last scan, in words and as a sound. */
  said: { sound: 'right' | 'wrong' | 'done'; text: string } | null;
  /** Finished orders, the last one first. */
  packed: string[];
};

/** Empty packing table. */
export const emptyTable: Table = { order: null, counted: {}, said: null, packed: [] };

/** Meaning of a scanned piece for a parcel. */
export type Scan =
  /** One more piece of this line. */
  | { kind: 'counted'; line: Line }
  /** The code belongs to several variants: the packer chooses one. */
  | { kind: 'which'; lines: Line[] }
  /** All pieces of the line are already in the parcel. */
  | { kind: 'enough'; line: Line }
  /** The piece does not belong in the parcel. */
  | { kind: 'foreign' };

/** Returns the number of missing pieces of a line. */
export function missing(line: Line, counted: Counted): number {
  return line.quantity - (counted[line.id] ?? 0);
}

/** Whether everything is in the parcel. */
export function isComplete(lines: Line[], counted: Counted): boolean {
  return lines.every((line) => missing(line, counted) <= 0);
}

/** Returns the meaning of a scanned code: a barcode, or the shop's own number in upper or lower case. */
export function scanned(lines: Line[], counted: Counted, code: string): Scan {
  const own = code.toUpperCase();
  const found = code ? lines.filter(({ barcode, sku }) => barcode === code || sku === own) : [];
  const [first] = found;
  if (!first) return { kind: 'foreign' };
  const open = found.filter((line) => missing(line, counted) > 0);
  const [line] = open;
  if (!line) return { kind: 'enough', line: first };
  // One product has one code for all its variants.
  return open.length > 1 ? { kind: 'which', lines: open } : { kind: 'counted', line };
}

/** Puts one more piece of a line into the parcel. */
export function count(table: Table, line: Line): Table {
  if (missing(line, table.counted) <= 0)
    return wrong(table, `${line.name} sudah cukup. Kembalikan yang ini.`);
  const counted = { ...table.counted, [line.id]: (table.counted[line.id] ?? 0) + 1 };
  const sound = isComplete(table.order?.lines ?? [], counted) ? 'done' : 'right';
  const text = `${line.name}${line.variant ? `, varian ${line.variant}` : ''}`;
  return { ...table, counted, said: { sound, text } };
}

/**
 * Returns the packing table after a scan: of a label, of a piece, or of the code that ends a
 * parcel. Never fails.
 */
export async function scan(table: Table, code: string, ships: boolean): Promise<Table> {
  const { order, counted } = table;
  try {
    if (!order) return code ? await opened(table, code, ships) : table;
    if (isComplete(order.lines, counted)) return await finished(table, order, code, ships);
    return code ? piece(table, order.lines, code) : table;
  } catch (error) {
    const isUnknown = !order && error instanceof ApiError && error.status === 404;
    return wrong(
      table,
      isUnknown ? `${code} bukan label pesanan.` : sentence(error, 'Gagal diproses. Pindai lagi.'),
    );
  }
}

function wrong(table: Table, text: string): Table {
  return { ...table, said: { sound: 'wrong', text } };
}

async function opened(table: Table, label: string, ships: boolean): Promise<Table> {
  const params = { order_id: label.toUpperCase() };
  const order = await request('GET /api/admin/orders/{order_id}', { params });
  const refusal = refusalOf(order, ships);
  if (refusal) return wrong(table, refusal);
  const text = `Pesanan ${order.order_id}, untuk ${order.receiver.name}.`;
  return { ...table, order, counted: {}, said: { sound: 'right', text } };
}

function piece(table: Table, lines: Line[], code: string): Table {
  const meant = scanned(lines, table.counted, code);
  switch (meant.kind) {
    case 'counted':
    case 'enough':
      return count(table, meant.line);
    case 'which':
      return wrong(
        table,
        'Barang ini punya beberapa varian. Tekan Hitung pada varian yang Anda pegang.',
      );
    case 'foreign':
      return wrong(table, `${code} bukan isi pesanan ini. Kembalikan ke raknya.`);
  }
}

async function finished(
  table: Table,
  order: AdminOrder,
  code: string,
  ships: boolean,
): Promise<Table> {
  const { order_id } = order;
  const meant = scanned(order.lines, table.counted, code);
  if (meant.kind === 'enough') return count(table, meant.line);
  const asksResi = needsResi(order, ships);
  const refusal = lastRefusal(order_id, code, asksResi);
  if (refusal) return wrong(table, refusal);
  const params = { order_id };
  if (order.actions.includes('pack'))
    await request('POST /api/admin/orders/{order_id}/pack', { params });
  if (ships)
    try {
      const body = { resi: asksResi ? plainResi(code) : proposedResi(order) };
      await request('POST /api/admin/orders/{order_id}/ship', { params, body });
    } catch (error) {
      // The order is packed nevertheless, and is not packed again when the number is scanned again.
      const rest = { ...table, order: { ...order, actions: ['ship' as const] } };
      return wrong(
        rest,
        sentence(
          error,
          asksResi ? 'Gagal dikirim. Pindai resinya lagi.' : 'Gagal dikirim. Coba lagi.',
        ),
      );
    }
  const text = `${order_id} ${ships ? 'dikirim' : 'dikemas'}. Pindai label berikutnya.`;
  return { ...emptyTable, said: { sound: 'done', text }, packed: [order_id, ...table.packed] };
}

/** Returns the reason why an order cannot be packed now; nothing if it can. */
function refusalOf(
  { order_id, actions, held, shipment_status, payment_status }: AdminOrder,
  ships: boolean,
): string | null {
  if (actions.includes('pack') || (ships && actions.includes('ship'))) return null;
  if (held) return `${order_id} adalah COD yang belum disetujui. Sisihkan.`;
  if (shipment_status === 'dibatalkan') return `${order_id} sudah dibatalkan. Jangan dikemas.`;
  if (actions.includes('ship')) return `${order_id} sudah dikemas.`;
  if (payment_status === 'pending') return `${order_id} belum dibayar. Jangan dikemas.`;
  return `${order_id} tidak dapat dikemas. Lihat riwayat pesanannya.`;
}

/**
 * Whether a complete parcel needs a tracking number; a parcel that the shop delivers itself uses
 * its order's number.
 */
export function needsResi(order: AdminOrder, ships: boolean): boolean {
  return ships && proposedResi(order) === '';
}

/** Returns the reason why a code does not finish a complete parcel; nothing if it does. */
function lastRefusal(orderId: string, code: string, asksResi: boolean): string | null | undefined {
  const isLabel = code.toUpperCase() === orderId;
  if (asksResi) return isLabel ? 'Itu label toko. Pindai resi dari kurir.' : resiError(code);
  return isLabel || code === ''
    ? null
    : 'Isi paket sudah lengkap. Pindai labelnya sekali lagi, atau tekan Enter.';
}
