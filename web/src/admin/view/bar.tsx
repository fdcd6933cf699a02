/**
 * Bar of a tab in which an administrator sees the shop as a member does; it is shown until the view
 * ends.
 */
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

/** Returns the tab to the administrator's own session. */
async function end(): Promise<void> {
  sessionStorage.removeItem('view');
  sessionStorage.removeItem('token');
  const token = localStorage.getItem('token');
  // Deletes the member's data that the worker cached.
  await window.caches?.delete('member');
  if (token !== null) {
    const headers = { authorization: `Bearer ${token}` };
    const address = `/api/admin/member-views/${view.id}`;
    // An error is ignored: a view that is already over need not be ended.
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
// Elements at the foot of a page are moved above the bar.
const sheet = new CSSStyleSheet();
sheet.replaceSync('body { padding-bottom: 3rem } [data-bottom-bar] { bottom: 3rem !important }');
document.adoptedStyleSheets.push(sheet);
// After a logout here, or at the end of the view, the tab returns to the administrator.
store.sub(tokenAtom, () => store.get(tokenAtom) === null && void end());
setTimeout(() => void end(), Math.max(0, Date.parse(view.until) - Date.now()));
