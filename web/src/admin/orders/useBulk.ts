/** Does the same with many orders, one after the other, so that each has its own outcome. */
import { useRef, useState } from 'react';
import { sentence } from '@/errors';

/** One of many things to do. */
export type Job = { id: string; run: () => Promise<unknown> };

/** Outcome of a job. */
export type Outcome = 'waiting' | 'done' | { failed: string };

/** Runs jobs: what became of each, and how to stop and to go on. */
export function useBulk(jobs: Job[], onDone: (id: string) => void, onEnd: () => void) {
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({});
  const [busy, setBusy] = useState(false);
  const stopped = useRef(false);

  const say = (id: string, outcome: Outcome) =>
    setOutcomes((before) => ({ ...before, [id]: outcome }));

  const run = async (chosen: Job[]) => {
    stopped.current = false;
    setBusy(true);
    for (const { id } of chosen) say(id, 'waiting');
    for (const job of chosen) {
      if (stopped.current) break;
      try {
        await job.run();
        say(job.id, 'done');
        onDone(job.id);
      } catch (error) {
        say(job.id, { failed: sentence(error, 'Gagal diproses. Coba lagi.') });
      }
    }
    setBusy(false);
    onEnd();
  };

  const of = (id: string): Outcome => outcomes[id] ?? 'waiting';
  const failed = jobs.filter(({ id }) => typeof of(id) === 'object');
  const waiting = jobs.filter(({ id }) => of(id) === 'waiting');
  return {
    of,
    busy,
    done: jobs.length - failed.length - waiting.length,
    failed: failed.length,
    waiting: waiting.length,
    /** Does what has not been done. */
    start: () => void run(waiting),
    /** Tries again what has failed. */
    retry: () => void run(failed),
    /** Leaves the rest undone; what is under way is finished. */
    stop: () => {
      stopped.current = true;
    },
  };
}
