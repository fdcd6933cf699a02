import { useRef, useState } from 'react';

type Told<T> = {
  /** Sends an order to the server, with the order that it replaces. */
  tell: (sorted: T[], was: T[]) => Promise<unknown>;
  /** Reports why an order was not saved. */
  onFailure: (error: unknown) => void;
};

/**
 * Manages the order of a list: dropped items stay in place while orders are sent to the server, one
 * after the other. Of several orders made in the meantime, only the last one is sent.
 */
export function useOrder<T>(items: T[], { tell, onFailure }: Told<T>) {
  const [wanted, setWanted] = useState<T[] | null>(null);
  const untold = useRef<T[] | null>(null);
  const isTelling = useRef(false);
  const order = async (sorted: T[]) => {
    setWanted(sorted);
    untold.current = sorted;
    if (isTelling.current) return;
    isTelling.current = true;
    let was = items;
    try {
      while (untold.current) {
        const next: T[] = untold.current;
        untold.current = null;
        // oxlint-disable-next-line no-await-in-loop -- what comes later must arrive later
        await tell(next, was);
        was = next;
      }
    } catch (error) {
      untold.current = null;
      onFailure(error);
    }
    isTelling.current = false;
    setWanted(null);
  };
  return { shown: wanted ?? items, order: (sorted: T[]) => void order(sorted) };
}
