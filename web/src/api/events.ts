/**
 * Server-sent events, read from a response: the browser's own reader cannot identify the caller.
 */

/** An event of a stream of server-sent events. */
type StreamEvent = { name: string; data: string };

/** Yields the events of a stream, each as soon as it is complete, however the bytes were split. */
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
      // An incomplete event at the end does not count.
      if (done) return;
    }
  } finally {
    // Ends the response at the server too, when the reader stops.
    await reader.cancel().catch(() => undefined);
  }
}
