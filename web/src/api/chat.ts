/** Questions about a product; the answer arrives piece by piece. */
import { call, endExpiredSession } from '@/api/client';
import { readEvents } from '@/api/events';
import type { Call } from '@/api/calls';
import type { Question } from '@/api/schema';
import { shop } from '@/shop';
import { store, tokenAtom } from '@/state';

/** The longest question, in characters. */
export const MAX_QUESTION = 500;

/** Text for an empty answer. */
export const NO_ANSWER = 'Maaf, tidak ada jawaban.';

/** Text for an answer that broke off or never came. */
export const BROKEN = 'Maaf, terjadi kesalahan.';

/** Its answers are no JSON, but come piece by piece. */
const [method = '', path = ''] = ('POST /api/chat' satisfies Call).split(' ');

/**
 * Asks about a product and hands on each piece of the answer. The token goes along where members are told other prices than visitors.
 * Throws an `ApiError` when the server refused, and anything else when the answer broke off.
 */
export async function askAboutProduct(
  question: Question,
  onPiece: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  endExpiredSession();
  const token = shop.retail ? store.get(tokenAtom) : null;
  await call(token, method, path, question, signal, async ({ body }) => {
    if (!body) throw new Error('an answer without a body');
    for await (const { name, data } of readEvents(body)) {
      if (name === 'done') return true;
      if (name === 'error') throw new Error('the answer broke off');
      if (name === 'piece') onPiece((JSON.parse(data) as { text: string }).text);
    }
    throw new Error('the answer ended without its end');
  });
}
