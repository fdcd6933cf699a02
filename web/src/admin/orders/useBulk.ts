/** Runs the same action on many orders, one after the other, so that each has its own outcome. */
import { useRef, useState } from 'react';
import { sentence } from '@/errors';
import { useMutation } from '@/ui/useMutation';

/** One of many actions to run. */
export type Job = { id: string; run: () => Promise<unknown> };

/** Outcome of a job. */
export type Outcome = 'waiting' | 'done' | { failed: string };

/** Runs jobs; returns their outcomes, and functions to stop and continue. */
export function useBulk(jobs: Job[], onDone: (id: string) => void, onEnd: () => void) {
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({});
  const stopped = useRef(false);

  const say = (id: string, outcome: Outcome) =>
    setOutcomes((before) => ({ ...before, [id]: outcome }));

  const { mutate: run, isPending } = useMutation(async (chosen: Job[]) => {
    stopped.current = false;
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
    onEnd();
  });

  const of = (id: string): Outcome => outcomes[id] ?? 'waiting';
  const failed = jobs.filter(({ id }) => typeof of(id) === 'object');
  const waiting = jobs.filter(({ id }) => of(id) === 'waiting');
  return {
    of,
    isPending,
    done: jobs.length - failed.length - waiting.length,
    failed: failed.length,
    waiting: waiting.length,
    /** Runs the jobs that are not done. */
    start: () => run(waiting),
    /** Runs the failed jobs again. */
    retry: () => run(failed),
    /** Skips the remaining jobs; the current one is finished. */
    stop: () => {
      stopped.current = true;
    },
  };
}
