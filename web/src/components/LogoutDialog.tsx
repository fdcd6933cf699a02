import { endSession } from '@/api/sessions';
import { logOut } from '@/api/client';
import { paths } from '@/paths';
import { endPush } from '@/components/push';
import { isView } from '@/components/view';
import { darkModeAtom, store } from '@/state';
import { ConfirmDialog } from '@/ui/ConfirmDialog';

/** Leaves nothing of the member in this browser: not in what it keeps, nor in any tab. */
export function leave() {
  endSession();
  // What waited in the office is no longer this browser's business.
  void navigator.clearAppBadge?.().catch(() => undefined);
  const dark = store.get(darkModeAtom);
  sessionStorage.clear();
  // The other tabs see by this that their member has left, and clear what they keep. It comes before the token goes by
  // itself: a tab that began anew for that might miss it.
  localStorage.clear();
  logOut();
  store.set(darkModeAtom, dark);
  // A page that begins anew has nothing in its memory.
  location.assign(paths.login());
}

/** Asks before logging out. */
export default function LogoutDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Apakah Anda yakin?"
      text="Anda akan keluar dari akun ini."
      confirm="Ya, logout!"
      onClose={onClose}
      onConfirm={async () => {
        // Who saw the shop as a member does is the administrator again: nothing in this browser is the member's.
        if (isView()) return logOut();
        // Nobody who uses this browser next reads the notifications of who leaves.
        await endPush();
        leave();
      }}
    />
  );
}
