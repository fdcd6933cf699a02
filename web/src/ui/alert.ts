import { alertAtom, store } from '@/state';

/**
 * Shows in a dialog why something was not done; it stays until it is closed, and then leads to
 * `next`, an address.
 */
export function openAlert(title: string, text?: string, next?: string): void {
  store.set(alertAtom, { title, text, next });
}
