import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

function follow(tell: () => void): () => void {
  window.addEventListener('online', tell);
  window.addEventListener('offline', tell);
  return () => {
    window.removeEventListener('online', tell);
    window.removeEventListener('offline', tell);
  };
}

/** Says that the network is gone, for as long as it is. */
export function OfflineNotice() {
  const online = useSyncExternalStore(follow, () => navigator.onLine);
  if (online) return null;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm text-warn"
    >
      <WifiOff aria-hidden size={16} className="shrink-0" />
      Anda sedang offline. Halaman ini dimuat lagi begitu jaringan kembali.
    </p>
  );
}
