/** The bar of a tab in which an administrator sees the shop as a member does; it stands there until the view ends. */
import { Eye } from 'lucide-react';
import { createRoot } from 'react-dom/client';
import { adminPaths } from '@/admin/paths';
import { dateTime } from '@/dates';
import { store, tokenAtom } from '@/state';

const view = JSON.parse(sessionStorage.getItem('view') ?? '{}') as {
  id: string;
  uid: string;
  name: string;
  until: string;
};

/** Makes the tab the administrator's own again. */
async function end(): Promise<void> {
  sessionStorage.removeItem('view');
  sessionStorage.removeItem('token');
  const token = localStorage.getItem('token');
  // What the worker kept of it.
  await window.caches?.delete('member');
  if (token !== null) {
    const headers = { authorization: `Bearer ${token}` };
    const address = `/api/admin/member-views/${view.id}`;
    // One that is over already needs no end.
    await fetch(address, { method: 'DELETE', headers }).catch(() => undefined);
  }
  location.replace(adminPaths.member(view.uid));
}

function Bar() {
  return (
    <section
      aria-label="Lihat sebagai anggota"
      className="fixed inset-x-0 bottom-0 z-60 flex min-h-12 items-center justify-center gap-3 bg-ink px-4 py-1 text-sm text-paper"
    >
      <Eye aria-hidden size={17} className="shrink-0" />
      <p className="min-w-0">
        Anda melihat sebagai <strong>{view.name}</strong> · hanya baca · sampai{' '}
        {dateTime(view.until).slice(-9)}
      </p>
      <button
        type="button"
        className="min-h-11 shrink-0 cursor-pointer rounded-full px-3 font-semibold underline underline-offset-4"
        onClick={() => void end()}
      >
        Selesai
      </button>
    </section>
  );
}

const place = document.createElement('div');
document.body.append(place);
createRoot(place).render(<Bar />);
// What a page has at its foot stands above the bar.
const sheet = new CSSStyleSheet();
sheet.replaceSync('body { padding-bottom: 3rem } [data-bottom-bar] { bottom: 3rem !important }');
document.adoptedStyleSheets.push(sheet);
// Whoever logs out here, or whose view is over, is the administrator again.
store.sub(tokenAtom, () => store.get(tokenAtom) === null && void end());
setTimeout(() => void end(), Math.max(0, Date.parse(view.until) - Date.now()));
