import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the app runs: false while it hydrates the server's HTML, which is the same for everyone.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
