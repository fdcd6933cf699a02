import { useEffect } from 'react';
import { beep } from '@/admin/components/beep';
import { refresh } from '@/api/calls';
import type { Newest } from '@/api/schema';
import { atom, store, useAtomValue } from '@/state';
import { changesOf, sentenceOf, type Changes } from './changes';
import { listen } from './listen';
import { silentAtom } from './sound';

/**
 * Name of the channel between the tabs of a browser: it carries the newest state, or null from a tab that has just
 * opened and has none.
 */
const NAME = 'office';

/**
 * Sentence about the newest changes for screen readers; its number increases, so that a repeated
 * sentence is announced again.
 */
const heardAtom = atom({ said: '', place: 0 });

/**
 * Keeps the office up to date with the shop, and returns the sentence about the newest changes. One
 * tab listens and informs the others; if the browser cannot agree on one tab, each listens for
 * itself. `on`: whether this administrator may receive the changes.
 */
export function useLive(on: boolean) {
  useEffect(() => {
    if (!on) return;
    const stopped = new AbortController();
    const channel = new BroadcastChannel(NAME);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is of one origin
    const pass = (newest: Newest | null) => channel.postMessage(newest);
    let known: Newest | null = null;
    let leads = false;
    const hear = (newest: Newest) => {
      const changes = known && changesOf(known, newest);
      known = newest;
      if (changes) announce(changes, leads);
    };
    channel.addEventListener('message', ({ data }: MessageEvent<Newest | null>) => {
      if (data) hear(data);
      else if (leads && known) pass(known);
    });
    pass(null);
    const lead = () => {
      leads = true;
      return listen((newest) => {
        pass(newest);
        hear(newest);
      }, stopped.signal);
    };
    // Pages without https have no locks.
    if ('locks' in navigator)
      navigator.locks.request(NAME, { signal: stopped.signal }, lead).catch(() => undefined);
    else void lead();
    return () => {
      stopped.abort();
      channel.close();
    };
  }, [on]);
  return useAtomValue(heardAtom);
}

/** Shows the changes in their places and, in the one tab that listens, plays a sound. */
function announce({ areas, ...counts }: Changes, aloud: boolean) {
  if (areas.length > 0) void refresh(...areas);
  const said = sentenceOf(counts);
  if (!said) return;
  store.set(heardAtom, ({ place }) => ({ said, place: place + 1 }));
  if (aloud && !store.get(silentAtom)) beep(counts.problems > 0 ? 'wrong' : 'done');
}
