import { toast } from '@/ui/toast';

/** Where a tab keeps which version it was reloaded from: once is enough, whatever the server says then. */
const KEY = 'reloadedFrom';

/** The script that the page starts with, in a page and as an address; its name changes with the version. */
const ENTRY = /\/assets\/index-[\w-]+\.js/;

/**
 * To be called when a part of the app could not be fetched. Says that there is a new version and reloads the page, where
 * the server has another one than `running`, an address; does nothing where the network or the part is at fault.
 */
export async function followVersion(running: string): Promise<void> {
  const entry = ENTRY.exec(running)?.[0];
  if (!entry || sessionStorage.getItem(KEY) === entry) return;
  const page = await fetch(window.location.href, { cache: 'no-store' }).catch(() => null);
  const served = ENTRY.exec((await page?.text()) ?? '')?.[0];
  if (!served || served === entry) return;
  sessionStorage.setItem(KEY, entry);
  toast('success', 'Toko ini baru saja diperbarui.', 'Halaman dimuat ulang.');
  window.location.reload();
}
