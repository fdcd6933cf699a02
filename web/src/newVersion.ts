import { newVersionAtom, store } from '@/state';
import { toast } from '@/ui/toast';

/**
 * Storage key of the version that a tab was reloaded from: one reload is enough, whatever the
 * server returns afterwards.
 */
const KEY = 'reloadedFrom';

/**
 * Pattern of the page's first script, within a page and as an address; its name changes with the
 * version.
 */
const ENTRY = /\/assets\/index-[\w-]+\.js/;

/** Interval at which a tab checks for a new version, in milliseconds. */
export const LOOK = 3_600_000;

/**
 * Checks regularly whether the server has another version than `running`, the address of the page's
 * script, and shows a notice. If a part of the app could not be fetched for that reason, the page
 * is reloaded. Returns a function that stops the checks.
 */
export function watchVersion(running: string): () => void {
  const entry = ENTRY.exec(running)?.[0];
  let looked = Date.now();

  const isReplaced = async () => {
    const page = await fetch(window.location.href, { cache: 'no-store' }).catch(() => null);
    const served = ENTRY.exec((await page?.text()) ?? '')?.[0];
    return served !== undefined && served !== entry;
  };
  // Does nothing if the network or the part itself is the cause.
  const follow = async () => {
    if (!entry || sessionStorage.getItem(KEY) === entry || !(await isReplaced())) return;
    sessionStorage.setItem(KEY, entry);
    // A full storage would lose the record of the reload.
    if (!Object.hasOwn(sessionStorage, KEY)) return store.set(newVersionAtom, true);
    toast('success', 'Toko ini baru saja diperbarui.', 'Halaman dimuat ulang.');
    window.location.reload();
  };
  const look = async () => {
    if (!entry || document.hidden || Date.now() - looked < LOOK) return;
    looked = Date.now();
    if (await isReplaced()) store.set(newVersionAtom, true);
  };
  const onLost = () => void follow();
  const onSeen = () => void look();

  window.addEventListener('vite:preloadError', onLost);
  document.addEventListener('visibilitychange', onSeen);
  const timer = setInterval(onSeen, LOOK);
  return () => {
    window.removeEventListener('vite:preloadError', onLost);
    document.removeEventListener('visibilitychange', onSeen);
    clearInterval(timer);
  };
}
