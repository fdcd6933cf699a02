import { useRef, useState } from 'react';

type Told<T> = {
  /** Sends an order to the server, with the order that it replaces. */
  sendOrder: (sorted: T[], was: T[]) => Promise<unknown>;
  /** Reports why an order was not saved. */
  onFailure: (error: unknown) => void;
};

/**
 * Manages the order of a list: dropped items stay in place while orders are sent to the server, one
 * after the other. Of several changes during a request, only the last one is sent.
 */
export function useOrder<T>(items: T[], { sendOrder, onFailure }: Told<T>) {
  const [wanted, setWanted] = useState<T[] | null>(null);
  const pendingOrder = useRef<T[] | null>(null);
  const isSending = useRef(false);
  const order = async (sorted: T[]) => {
    setWanted(sorted);
    pendingOrder.current = sorted;
    if (isSending.current) return;
    isSending.current = true;
    let was = items;
    try {
      while (pendingOrder.current) {
        const next: T[] = pendingOrder.current;
        pendingOrder.current = null;
        // oxlint-disable-next-line no-await-in-loop -- what comes later must arrive later
        await sendOrder(next, was);
        was = next;
      }
    } catch (error) {
      pendingOrder.current = null;
      onFailure(error);
    }
    isSending.current = false;
    setWanted(null);
  };
  return { shown: wanted ?? items, order: (sorted: T[]) => void order(sorted) };
}
