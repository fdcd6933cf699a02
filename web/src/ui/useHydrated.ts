import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the app runs: false while it takes over what the server drew, which is the same for everybody. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
