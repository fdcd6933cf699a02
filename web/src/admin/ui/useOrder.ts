import { useRef, useState } from 'react';

type Told<T> = {
  /** Tells the server an order, and which one it takes the place of. */
  tell: (sorted: T[], was: T[]) => Promise<unknown>;
  /** Says why an order was not kept. */
  onFailure: (error: unknown) => void;
};

/**
 * Keeps the order of a list: what was dropped stays where it is while the server is told, one order after the other, and
 * of several that were made meanwhile only the last one.
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
