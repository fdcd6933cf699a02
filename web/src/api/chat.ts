/** Questions about a product; the answer arrives piece by piece. */
import { refusal } from '@/errors';
import type { Call } from '@/api/calls';
import type { Question } from '@/api/schema';

/** The longest question, in characters. */
export const MAX_QUESTION = 500;

/** What is said when there is nothing to say. */
export const NO_ANSWER = 'Maaf, tidak ada jawaban.';

/** What is said when an answer broke off, or there was none. */
export const BROKEN = 'Maaf, terjadi kesalahan.';

/** Its answers are no JSON, but come piece by piece. */
const [method = '', path = ''] = ('POST /api/chat' satisfies Call).split(' ');

/** An event of a stream of server-sent events. */
type StreamEvent = { name: string; data: string };

/** The events of a stream, each as soon as it is whole, however the bytes were cut. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let name = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const ended of lines) {
        const line = ended.replace(/\r$/, '');
        if (line === '') {
          if (data.length > 0) yield { name, data: data.join('\n') };
          name = '';
          data = [];
        } else if (line.startsWith('event:')) name = line.slice(6).trim();
        else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      }
      // An event that is not whole at the end is none.
      if (done) return;
    }
  } finally {
    // Whoever stops listening ends the answer at the server too.
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Asks about a product and hands on each piece of the answer. No token goes along: the answer is the same for everyone.
 * Throws an `ApiError` when the server refused, and anything else when the answer broke off.
 */
export async function askAboutProduct(
  question: Question,
  onPiece: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(path, {
    method,
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(question),
    signal,
  });
  if (!response.ok) throw refusal(response.status, await response.json().catch(() => null));
  if (!response.body) throw new Error('an answer without a body');
  for await (const { name, data } of readEvents(response.body)) {
    if (name === 'done') return;
    if (name === 'error') throw new Error('the answer broke off');
    if (name === 'piece') onPiece((JSON.parse(data) as { text: string }).text);
  }
  throw new Error('the answer ended without its end');
}
