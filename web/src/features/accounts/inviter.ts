import { atom, storedText } from '@/state';

const DAY_MS = 86_400_000;

const kept = storedText('inviter');

/**
 * Uid of the member whose link brought the visitor here, from the newest link; null without one,
 * and after 30 days. It outlives the page, because many visitors look around before they register.
 */
export const inviterAtom = atom(
  (get) => {
    const [uid, until] = get(kept)?.split(' ') ?? [];
    return uid && Number(until) > Date.now() ? uid : null;
  },
  (_get, set, uid: string | null) => set(kept, uid && `${uid} ${Date.now() + 30 * DAY_MS}`),
);

/**
 * Returns the uid in a link, without the blanks and invisible characters that messengers add; null
 * for none.
 */
export const uidOf = (typed: string | null): string | null =>
  typed?.replaceAll(/[\s\p{Cf}]/gu, '').toUpperCase() || null;
