/** Giving back what was bought. */
import { query, request, type Area } from '@/api/calls';
import type { ReturnWish, ReturnAnswer, ReturnKind, ReturnQuote, ReturnReason } from '@/api/schema';
import { save } from '@/api/save';

/** Queries an order's returnable goods, and its returns. */
export const orderReturnsQuery = (orderId: string) =>
  query('/api/transactions/{order_id}/returns', { order_id: orderId });

/** Pieces of lines that are to be given back, and what for; the reason as far as it is chosen. */
export type Selection = { kind: ReturnKind; lines: ReturnWish[]; reason: ReturnReason | null };

/** Calculates the worth of pieces of an order, should they be returned. */
export function quoteReturn(
  orderId: string,
  body: Selection,
  signal?: AbortSignal,
): Promise<ReturnQuote> {
  const params = { order_id: orderId };
  return request('POST /api/transactions/{order_id}/returns/quote', { params, body, signal });
}

/** Request to return goods, as the member fills it in. */
export type Wish = Selection & { reason: ReturnReason; note: string; pictures: File[] };

/** A wish as the server reads it. */
export function wishForm({ kind, lines, reason, note, pictures }: Wish): FormData {
  const body = new FormData();
  body.set('kind', kind);
  body.set('reason', reason);
  body.set('note', note);
  body.set('lines', JSON.stringify(lines));
  for (const picture of pictures) body.append('pictures', picture);
  return body;
}

/** The order, its returns, and what the member has earned. */
const changes: Area[] = ['/api/transactions', '/api/me', '/api/bv-report', '/api/history-bv'];

/** Asks the shop to take goods of an order back; gives the return, and the server's sentence. */
export function askReturn(orderId: string, wish: Wish): Promise<ReturnAnswer> {
  const given = { params: { order_id: orderId }, body: wishForm(wish) };
  return save('POST /api/transactions/{order_id}/returns', given, { changes });
}

/** Takes a wish back before the goods are there; gives the server's sentence. */
export async function withdrawReturn(id: number): Promise<string> {
  return (await save('POST /api/returns/{id}/withdraw', { params: { id } }, { changes })).message;
}
