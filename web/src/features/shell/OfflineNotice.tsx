import { CircleAlert } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { request } from '@/api/calls';
import { queryClient } from '@/api/client';

/**
 * Interval between calls to the server while the browser believes that it is online, in
 * milliseconds.
 */
const ASK_AGAIN = 5000;

/** The browser's two events, and the two that the page fires for messages of the worker. */
const events = ['online', 'offline', 'back', 'gone'];

function follow(tell: () => void): () => void {
  for (const name of events) window.addEventListener(name, tell);
  return () => {
    for (const name of events) window.removeEventListener(name, tell);
  };
}

// The page stores the worker's last message, which may have arrived before the app ran.
const isOnline = () => navigator.onLine && document.documentElement.dataset.network !== 'gone';

/** Shows that there is no network, as long as that lasts. */
export function OfflineNotice() {
  const online = useSyncExternalStore(follow, isOnline, () => true);
  useEffect(() => {
    if (online) return undefined;
    // The browser may report that the network is back too early, and a page may have no requests of
    // its own.
    const ask = () => {
      if (navigator.onLine) void request('GET /api/plans').catch(() => undefined);
    };
    const timer = setInterval(ask, ASK_AGAIN);
    window.addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', ask);
      // Answers that the worker returned from its cache look new, but are not.
      void queryClient.invalidateQueries(undefined, { cancelRefetch: false });
    };
  }, [online]);
  if (online) return null;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm text-warn"
    >
      <CircleAlert aria-hidden size={16} className="shrink-0" />
      Anda sedang offline. Yang tampil mungkin bukan yang terbaru; data dimuat lagi begitu jaringan
      kembali.
    </p>
  );
}
