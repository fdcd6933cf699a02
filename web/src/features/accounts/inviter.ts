import { atom, storedText } from '@/state';

const DAY_MS = 86_400_000;

const kept = storedText('inviter');

/**
 * The uid of the member whose link brought the visitor here, of the newest link; null without one, and 30 days after it.
 * It outlives the page, because many look around before they register.
 */
export const inviterAtom = atom(
  (get) => {
    const [uid, until] = get(kept)?.split(' ') ?? [];
    return uid && Number(until) > Date.now() ? uid : null;
  },
  (_get, set, uid: string | null) => set(kept, uid && `${uid} ${Date.now() + 30 * DAY_MS}`),
);

/** The uid in a link, without blanks and signs that nobody sees, as messengers add them; null for none. */
export const uidOf = (typed: string | null): string | null =>
  typed?.replaceAll(/[\s\p{Cf}]/gu, '').toUpperCase() || null;
