/** Tracking numbers as typed and pasted. */
import { OWN } from '@/components/ownWay';

/** Values typed for one parcel. */
export type Parcel = { resi: string; courier: string };

/** Values typed for some parcels, by order. */
export type Parcels = Record<string, Parcel>;

/** Returns a tracking number without the spaces that are printed on receipts. */
export function plainResi(typed: string): string {
  return typed.replaceAll(/\s+/g, '');
}

/**
 * Proposes a parcel's number before one is typed: the order's number for a parcel that the shop delivers itself or has
 * picked up, else empty.
 */
export function proposedResi({ order_id, courier }: { order_id: string; courier: string }): string {
  return courier.startsWith(`${OWN} - `) ? order_id : '';
}

/** Returns the values proposed for parcels before anything is typed. */
export function proposedParcels(orders: { order_id: string; courier: string }[]): Parcels {
  const proposed = orders.map((order) => ({ ...order, resi: proposedResi(order) }));
  return Object.fromEntries(
    proposed
      .filter(({ resi }) => resi !== '')
      .map(({ order_id, resi, courier }) => [order_id, { resi, courier }]),
  );
}

/** Returns the message about a tracking number that the server would refuse. */
export function resiError(resi: string): string | undefined {
  return /^[A-Za-z0-9-]{3,64}$/.test(plainResi(resi))
    ? undefined
    : 'Nomor resi harus 3 sampai 64 huruf atau angka.';
}

/**
 * Returns the numbers of a column copied from a table; null for a single line, which is pasted as
 * usual.
 */
export function pastedColumn(text: string): string[] | null {
  const lines = text.replace(/[\r\n]+$/, '').split(/\r\n|\r|\n/);
  // If a copied row has several columns, the first one counts.
  return lines.length < 2 ? null : lines.map((line) => (line.split('\t')[0] ?? '').trim());
}

/**
 * Fills a pasted column into the orders, starting at `from`; numbers beyond the last order are left
 * out.
 */
export function fillDown(
  ids: string[],
  from: string,
  column: string[],
  typed: Parcels,
  courierOf: (id: string) => string,
): Parcels {
  const start = ids.indexOf(from);
  const after = { ...typed };
  ids.slice(start, start + column.length).forEach((id, index) => {
    const resi = column[index];
    if (resi) after[id] = { courier: typed[id]?.courier ?? courierOf(id), resi };
  });
  return after;
}

/** Returns the numbers that more than one order has, although each parcel has its own. */
export function repeated(ids: string[], typed: Parcels): Set<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const id of ids) {
    const resi = plainResi(typed[id]?.resi ?? '').toUpperCase();
    if (!resi) continue;
    if (seen.has(resi)) twice.add(resi);
    seen.add(resi);
  }
  return twice;
}
