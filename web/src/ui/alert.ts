import { alertAtom, store } from '@/state';

/**
 * Says in a dialog why something was not done; it stands until it is closed, and `next`, an address, comes after it.
 */
export function openAlert(title: string, text?: string, next?: string): void {
  store.set(alertAtom, { title, text, next });
}
