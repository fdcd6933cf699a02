import { useRef, useState } from 'react';
import { refresh } from '@/api/calls';
import { store, storedFlag, useAtom } from '@/state';
import { beep } from '@/admin/components/beep';
import { useRestoredState } from '@/ui/useRestoredState';
import { count, emptyTable, scan, type Line, type Table } from './packing';

/** Whether a parcel is handed to the courier as soon as it is packed. */
const shipsAtom = storedFlag('packAndShip');

/** Manages the packing table, and the actions on it. */
export function usePacking() {
  const [table, setTable] = useRestoredState('packing', emptyTable);
  const [waiting, setWaiting] = useState(0);
  const [ships, setShips] = useAtom(shipsAtom);
  // A scanner does not wait for the answer to its previous scan: scans are processed one after the
  // other.
  const latest = useRef(table);
  const turn = useRef(Promise.resolve());
  const show = (next: Table) => {
    if (next.said && next.said !== latest.current.said) beep(next.said.sound);
    if (next.packed !== latest.current.packed) void refresh('/api/');
    latest.current = next;
    setTable(next);
  };
  const afterwards = (change: (table: Table) => Table | Promise<Table>) => {
    setWaiting((before) => before + 1);
    turn.current = turn.current.then(async () => {
      show(await change(latest.current));
      setWaiting((before) => before - 1);
    });
  };
  return {
    ...table,
    ships,
    setShips,
    busy: waiting > 0,
    scan: (code: string) => afterwards((now) => scan(now, code.trim(), store.get(shipsAtom))),
    count: (line: Line) => afterwards((now) => count(now, line)),
    countAgain: () => afterwards((now) => ({ ...now, counted: {}, said: null })),
    leave: () => afterwards((now) => ({ ...emptyTable, packed: now.packed })),
  };
}
