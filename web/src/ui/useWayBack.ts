import { useLocation } from 'react-router-dom';
import { endedMemberAtom, useAtomValue } from '@/state';

/** Page that a login leads back to, for the member whose session has ended there. */
export type WayBack = { from: string; of: string | undefined };

/** Returns the way back to the open page, as the state of the login page. */
export function useWayBack(): WayBack {
  const { pathname, search } = useLocation();
  return { from: pathname + search, of: useAtomValue(endedMemberAtom) };
}
