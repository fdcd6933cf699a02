/** Returns of bought goods. */
import { query, request, type Area } from '@/api/calls';
import type {
  ReturnPieces,
  ReturnAnswer,
  ReturnKind,
  ReturnQuote,
  ReturnReason,
} from '@/api/schema';
import { save } from '@/api/save';

/** Queries an order's returnable goods, and its returns. */
export const orderReturnsQuery = (orderId: string) =>
  query('/api/transactions/{order_id}/returns', { order_id: orderId });

/** Pieces of lines to be returned, and the kind of return; the reason if it is already chosen. */
export type Selection = { kind: ReturnKind; lines: ReturnPieces[]; reason: ReturnReason | null };

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
export type ReturnRequest = Selection & { reason: ReturnReason; note: string; pictures: File[] };

/** Converts a return request to the form that the server reads. */
export function requestForm({ kind, lines, reason, note, pictures }: ReturnRequest): FormData {
  const body = new FormData();
  body.set('kind', kind);
  body.set('reason', reason);
  body.set('note', note);
  body.set('lines', JSON.stringify(lines));
  for (const picture of pictures) body.append('pictures', picture);
  return body;
}

/** Addresses of the order, its returns, and the member's earnings. */
const changes: Area[] = ['/api/transactions', '/api/me', '/api/bv-report', '/api/history-bv'];

/** Requests a return of goods of an order; resolves to the new return and the server's message. */
export function askReturn(orderId: string, wanted: ReturnRequest): Promise<ReturnAnswer> {
  const given = { params: { order_id: orderId }, body: requestForm(wanted) };
  return save('POST /api/transactions/{order_id}/returns', given, { changes });
}

/** Withdraws a return request before the goods have arrived; returns the server's message. */
export async function withdrawReturn(id: number): Promise<string> {
  return (await save('POST /api/returns/{id}/withdraw', { params: { id } }, { changes })).message;
}
