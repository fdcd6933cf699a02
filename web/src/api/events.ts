/** Server-sent events, read from an answer: the browser's own reader of them cannot say who asks. */

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
