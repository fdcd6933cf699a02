import { endSession } from '@/api/sessions';
import { logOut } from '@/api/client';
import { paths } from '@/paths';
import { endPush } from '@/components/push';
import { isView } from '@/components/view';
import { darkModeAtom, store } from '@/state';
import { ConfirmDialog } from '@/ui/ConfirmDialog';

/** Removes all data of the member from this browser: from its storage, and from every tab. */
export function leave() {
  endSession();
  // The badge for waiting office work no longer concerns this browser.
  void navigator.clearAppBadge?.().catch(() => undefined);
  const dark = store.get(darkModeAtom);
  sessionStorage.clear();
  // The other tabs detect by this that their member has left, and clear their stored data. It
  // precedes the removal of the token: a tab that reloads because of the token might miss it.
  localStorage.clear();
  logOut();
  store.set(darkModeAtom, dark);
  // Loads a new document, so that no data of the member stays in memory.
  location.assign(paths.login());
}

/** Asks for confirmation before logging out. */
export default function LogoutDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Apakah Anda yakin?"
      text="Anda akan keluar dari akun ini."
      confirm="Ya, logout!"
      onClose={onClose}
      onConfirm={async () => {
        // At the end of a view, the administrator's session returns: nothing in this browser
        // belongs to the member.
        if (isView()) return logOut();
        // The next user of this browser must not read the notifications of the member who logs out.
        await endPush();
        leave();
      }}
    />
  );
}
