import { CircleAlert } from 'lucide-react';
import { useSyncExternalStore } from 'react';

/** The browser's two events, and the two that the page makes of what the worker says. */
const events = ['online', 'offline', 'back', 'gone'];

function follow(tell: () => void): () => void {
  for (const name of events) window.addEventListener(name, tell);
  return () => {
    for (const name of events) window.removeEventListener(name, tell);
  };
}

// The page keeps what the worker said last, which may have been before the app ran.
const isOnline = () => navigator.onLine && document.documentElement.dataset.network !== 'gone';

/** Says that the network is gone, for as long as it is. */
export function OfflineNotice() {
  if (useSyncExternalStore(follow, isOnline)) return null;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm text-warn"
    >
      <CircleAlert aria-hidden size={16} className="shrink-0" />
      Anda sedang offline. Data terakhir ditampilkan, dan dimuat lagi begitu jaringan kembali.
    </p>
  );
}
