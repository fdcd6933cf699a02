/** Client of the office's event stream: reconnects after a failure, each time later. */
import { readEvents } from '@/api/events';
import type { Newest } from '@/api/schema';
import type { Call } from '@/api/calls';
import { store, tokenAtom } from '@/state';

const [, path = ''] = ('GET /api/admin/live' satisfies Call).split(' ');

/**
 * Shortest and longest wait after a response that was interrupted or refused, in milliseconds; it
 * doubles with each failure.
 */
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 60_000;

/**
 * Reports the newest state again and again, until `signal`; a caller without permission receives
 * nothing.
 */
export async function listen(onNewest: (newest: Newest) => void, signal: AbortSignal) {
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    const token = store.get(tokenAtom);
    try {
      const response = await fetch(path, {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
        signal,
      });
      // The role has changed or the session is over: any other call reports that in words.
      if (response.status === 401 || response.status === 403) return;
      if (!response.ok || !response.body) throw new Error(String(response.status));
      for await (const { name, data } of readEvents(response.body))
        if (name === 'newest') {
          wait = FIRST_WAIT;
          onNewest(JSON.parse(data) as Newest);
        }
    } catch {
      if (signal.aborted) return;
      await pause(wait, signal);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
