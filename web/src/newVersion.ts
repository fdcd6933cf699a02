import { newVersionAtom, store } from '@/state';
import { toast } from '@/ui/toast';

/** Storage key of the version that a tab was reloaded from: one reload is enough, whatever the server says then. */
const KEY = 'reloadedFrom';

/** The script that the page starts with, in a page and as an address; its name changes with the version. */
const ENTRY = /\/assets\/index-[\w-]+\.js/;

/** Interval at which a tab checks for a new version, in milliseconds. */
export const LOOK = 3_600_000;

/**
 * Looks now and then whether the server has another version than `running`, an address, and says so. When a part of the
 * app could not be fetched because of that, the page is loaded anew. Gives what ends it.
 */
export function watchVersion(running: string): () => void {
  const entry = ENTRY.exec(running)?.[0];
  let looked = Date.now();

  const isReplaced = async () => {
    const page = await fetch(window.location.href, { cache: 'no-store' }).catch(() => null);
    const served = ENTRY.exec((await page?.text()) ?? '')?.[0];
    return served !== undefined && served !== entry;
  };
  // Does nothing where the network or the part is at fault.
  const follow = async () => {
    if (!entry || sessionStorage.getItem(KEY) === entry || !(await isReplaced())) return;
    sessionStorage.setItem(KEY, entry);
    // A full storage would forget that it was done once.
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
