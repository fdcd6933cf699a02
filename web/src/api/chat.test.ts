import { describe, expect, it, vi } from 'vitest';
import { askAboutProduct } from '@/api/chat';
import { readEvents } from '@/api/events';
import { ApiError } from '@/errors';
import { shop } from '@/shop';
import { sessionExpiredAtom, store, tokenAtom } from '@/state';

/** Returns a stream of these chunks, and a record of whether it was cancelled. */
function streamOf(chunks: Uint8Array[], close = true) {
  const cancel = vi.fn();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else if (close) controller.close();
    },
    cancel,
  });
  return { body, cancel };
}

function cut(text: string, size: number): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, place) => bytes.slice(place * size, (place + 1) * size));
}

function answerWith(text: string, status = 200) {
  return vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(text, { status }));
}

async function ask(): Promise<string[]> {
  const pieces: string[] = [];
  const question = { product_id: 3, question: 'Apa?' };
  await askAboutProduct(question, (text) => pieces.push(text), new AbortController().signal);
  return pieces;
}

describe('the events of a stream', () => {
  const text =
    ': hai\n\nevent: piece\ndata: {"text":"é🌿 — ya"}\n\ndata: satu\ndata:dua\n\nevent: done\n\nevent: done\ndata: {}\n\n';
  const events = [
    { name: 'piece', data: '{"text":"é🌿 — ya"}' },
    { name: '', data: 'satu\ndua' },
    { name: 'done', data: '{}' },
  ];

  it.each([
    ['lines as the server ends them', text],
    ['lines as others end them', text.replaceAll('\n', '\r\n')],
  ])('are whole however the bytes are cut: %s', async (_, stream) => {
    for (let size = 1; size <= stream.length; size++) {
      const found = [];
      for await (const event of readEvents(streamOf(cut(stream, size)).body)) found.push(event);
      expect(found, `${size} bytes at once`).toEqual(events);
    }
  });

  it('cancel the stream when reading stops', async () => {
    const { body, cancel } = streamOf(cut('event: piece\ndata: 1\n\nevent: pi', 1000), false);
    for await (const event of readEvents(body)) {
      expect(event).toEqual({ name: 'piece', data: '1' });
      break;
    }
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('are ignored when cut off at the end', async () => {
    const found = [];
    for await (const event of readEvents(streamOf(cut('data: 1\n\ndata: 2\n', 4)).body))
      found.push(event);
    expect(found).toEqual([{ name: '', data: '1' }]);
  });
});

describe('a question', () => {
  const token = `x.${btoa('{"sub":"3","exp":4000000000}')}.y`;

  it('sends the token only for member prices', async () => {
    store.set(tokenAtom, token);
    const fetched = answerWith(
      'event: piece\ndata: {"text":"Ha"}\n\nevent: piece\ndata: {"text":"lo"}\n\nevent: done\ndata: {}\n\n',
    );
    expect(await ask()).toEqual(['Ha', 'lo']);
    const sent = fetched.mock.calls[0]?.[1];
    expect(sent?.headers).not.toHaveProperty('authorization');
    expect(JSON.parse(sent?.body as string)).toEqual({ product_id: 3, question: 'Apa?' });
    shop.retail = true;
    const again = answerWith('event: done\ndata: {}\n\n');
    await ask();
    expect(again.mock.calls.at(-1)?.[1]?.headers).toHaveProperty(
      'authorization',
      `Bearer ${token}`,
    );
    shop.retail = false;
    store.set(tokenAtom, null);
  });

  it('ends a session that has expired', async () => {
    shop.retail = true;
    store.set(tokenAtom, token);
    answerWith('{"code":"session_expired"}', 401);
    await expect(ask()).rejects.toMatchObject({ status: 401 });
    expect([store.get(tokenAtom), store.get(sessionExpiredAtom)]).toEqual([null, true]);
    shop.retail = false;
    store.set(sessionExpiredAtom, false);
  });

  it.each([
    ['says so', 'event: piece\ndata: {"text":"Ha"}\n\nevent: error\ndata: {"message":"x"}\n\n'],
    ['just ends', 'event: piece\ndata: {"text":"Ha"}\n\n'],
    ['is nothing that can be read', 'event: piece\ndata: Ha\n\n'],
    ['is empty', ''],
  ])('fails when the answer %s', async (_, text) => {
    answerWith(text);
    await expect(ask()).rejects.toThrow();
  });

  it('gives the error message of the server', async () => {
    answerWith(JSON.stringify({ message: 'Terlalu banyak', code: 'too_many_requests' }), 429);
    const refused = await ask().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ message: 'Terlalu banyak', status: 429, fromServer: true });
  });
});
