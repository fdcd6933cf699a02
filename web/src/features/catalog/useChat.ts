import { useEffect, useRef, useState } from 'react';
import { askAboutProduct, BROKEN, NO_ANSWER } from '@/api/chat';
import { ApiError } from '@/errors';

/** A question with the part of its answer that has arrived. */
export type Exchange = {
  id: number;
  question: string;
  answer: string;
  state: 'asking' | 'answered' | 'stopped' | 'failed';
  /** Reason for a missing or incomplete answer. */
  problem: string | null;
};

/**
 * Returns the server's own message for a question that it refused; any other error counts as the
 * shop's fault.
 */
function errorMessage(error: unknown): string {
  const refused = error instanceof ApiError && error.status < 500 && error.fromServer;
  return refused ? error.message : BROKEN;
}

/** A conversation about one product; leaving the page ends it. */
export function useChat(productId: number) {
  const [exchanges, setExchanges] = useState<Exchange[]>([]);
  const calls = useRef(0);
  const call = useRef<AbortController | null>(null);
  const last = exchanges.at(-1);
  const busy = last?.state === 'asking';

  useEffect(() => () => call.current?.abort(), []);

  const ask = async (question: string) => {
    if (call.current) return;
    const abort = new AbortController();
    call.current = abort;
    calls.current += 1;
    const id = calls.current;
    const change = (what: (exchange: Exchange) => Partial<Exchange>) =>
      setExchanges((all) =>
        all.map((each) => (each.id === id ? { ...each, ...what(each) } : each)),
      );
    setExchanges((all) => [
      // A repeated question replaces the failed one.
      ...all.filter(
        (each, place) =>
          !(isUnanswered(each) && place === all.length - 1 && each.question === question),
      ),
      { id, question, answer: '', state: 'asking', problem: null },
    ]);
    try {
      await askAboutProduct(
        { product_id: productId, question },
        (text) => change(({ answer }) => ({ answer: answer + text })),
        abort.signal,
      );
      change(({ answer }) => ({ answer: answer.trim() ? answer : NO_ANSWER, state: 'answered' }));
    } catch (error) {
      if (abort.signal.aborted) change(() => ({ state: 'stopped' }));
      else change(() => ({ state: 'failed', problem: errorMessage(error) }));
    } finally {
      call.current = null;
    }
  };

  return { exchanges, last, busy, ask, stop: () => call.current?.abort() };
}

/** Whether a question failed or was stopped, so that it can be asked again. */
export function isUnanswered({ state }: Exchange): boolean {
  return state === 'failed' || state === 'stopped';
}
