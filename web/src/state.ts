/** Sole importer of jotai: the store, the state saved in the browser, and the hooks that read it. */
import { atom, createStore, Provider, useAtom, useAtomValue, useSetAtom } from 'jotai';

export { atom, Provider, useAtom, useAtomValue, useSetAtom };

/** The store of the page; code outside React reads and writes atoms through it. */
export const store = createStore();

/** Returns an atom that stores a text in the browser's storage, or nothing when null. */
export function storedText(key: string, storage: Storage = localStorage) {
  const base = atom(storage.getItem(key));
  base.onMount = (set) => {
    // Another tab may log in, log out or change the theme.
    const follow = (event: StorageEvent) => {
      if (event.storageArea === storage && event.key === key) set(event.newValue);
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  };
  return atom(
    (get) => get(base),
    (_get, set, text: string | null) => {
      if (text === null) storage.removeItem(key);
      else storage.setItem(key, text);
      set(base, text);
    },
  );
}

/** Returns an atom for a flag that is saved in this browser; off until it was chosen. */
export function storedFlag(key: string) {
  const text = storedText(key);
  return atom(
    (get) => get(text) === 'true',
    (_get, set, on: boolean) => set(text, String(on)),
  );
}

/** Whether the dark theme is on. */
export const darkModeAtom = storedFlag('darkMode');

const tokenStorage = sessionStorage.getItem('token') === null ? localStorage : sessionStorage;

/**
 * Bearer token of the logged-in member; in a tab that shows the shop as a member sees it, the token
 * of that view.
 */
export const tokenAtom = storedText('token', tokenStorage);

/** Returns the token as other tabs have left it: this tab may not have received the change yet. */
export const storedToken = () => tokenStorage.getItem('token');

/** Claims of the token about its owner. */
export type Claims = { sub: string; email: string; exp: number };

/** Reads a token's claims; null if it cannot be decoded. The signature is not checked. */
export function readClaims(token: string | null): Claims | null {
  const payload = token?.split('.')[1];
  if (!payload) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
  } catch {
    return null;
  }
}

/** The claims of the stored token; null when logged out. */
export const claimsAtom = atom((get) => readClaims(get(tokenAtom)));

/** Whether the 'Sesi berakhir' dialog is open. */
export const sessionExpiredAtom = atom(false);

/**
 * Member whose session has ended in this tab: after a login as the same member, the tab returns to
 * the previous page.
 */
export const endedMemberAtom = atom<string>();

/** Key of the token of the temporary checkout in storage. */
export const CHECKOUT_TOKEN = 'checkout_token';

/** Whether the server has a newer version of the app than this tab. */
export const newVersionAtom = atom(false);

/** Message that something was not done, and the address to open next. */
export type Alert = { title: string; text: string | undefined; next: string | undefined };

/** The alert that is open. */
export const alertAtom = atom<Alert | null>(null);

/** A short notice at the edge of the screen. */
export type Toast = { id: number; tone: 'success' | 'error'; title: string; text?: string };

/** The ids of the modal dialogs that are open, the topmost last. */
export const openDialogsAtom = atom<string[]>([]);

/** The notices shown now, oldest first. */
export const toastsAtom = atom<Toast[]>([]);

/** Number of parts of the app that are being loaded while a visitor waits for them. */
export const underWayAtom = atom(0);

const countUnderWay = (step: 1 | -1) => store.set(underWayAtom, store.get(underWayAtom) + step);

/** Fetches a part of the app that a visitor waits for. */
export async function underWay<T>(load: () => Promise<T>): Promise<T> {
  const loading = load();
  // The count must not change while the caller is being drawn.
  queueMicrotask(() => countUnderWay(1));
  try {
    return await loading;
  } finally {
    countUnderWay(-1);
  }
}
