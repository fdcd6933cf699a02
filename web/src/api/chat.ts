/** Questions about a product; the answer arrives in parts. */
import { call, endExpiredSession } from '@/api/client';
import { readEvents } from '@/api/events';
import type { Call } from '@/api/calls';
import type { Question } from '@/api/schema';
import { shop } from '@/shop';
import { store, tokenAtom } from '@/state';

/** Maximum length of a question, in characters. */
export const MAX_QUESTION = 500;

/** Text for an empty answer. */
export const NO_ANSWER = 'Maaf, tidak ada jawaban.';

/** Text for an answer that was interrupted or never arrived. */
export const BROKEN = 'Maaf, terjadi kesalahan.';

/** Call for a question; its answers are not JSON, but arrive in parts. */
const [method = '', path = ''] = ('POST /api/chat' satisfies Call).split(' ');

/**
 * Asks about a product and passes on each part of the answer. The token is sent if members see
 * other prices than visitors. Throws an `ApiError` if the server refused, and another error if the
 * answer was interrupted.
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
