import { Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { endExpiredSession } from '@/api/client';
import { Navbar } from './Navbar';
import {
  alertAtom,
  darkModeAtom,
  sessionExpiredAtom,
  underWayAtom,
  useAtom,
  useAtomValue,
} from '@/state';
import { near } from '@/ui/near';
import { dialogPart, part } from '@/ui/part';
import { Toasts } from '@/ui/Toasts';
import { OfflineNotice } from './OfflineNotice';
import { PageFrame } from './PageFrame';
import { VersionNotice } from './VersionNotice';

// The server's footer stays until a visitor comes near it, or goes to another page.
const footer = near('footer');
const Footer = part(async () => {
  await footer.promise;
  return import('./Footer');
});
// Always the same element, so that no change around the server's HTML removes it before the app has
// hydrated it.
const frame = <PageFrame />;
const bareFrame = <PageFrame bare />;
const foot = (
  <Suspense fallback={<NoFooter />}>
    <Footer />
  </Suspense>
);
const AlertDialog = dialogPart(() => import('@/ui/AlertDialog'));
const SessionDialog = part(() => import('./SessionDialog'));

/** Interval between checks of the session, in milliseconds: 31 minutes. */
const SESSION_CHECK = 1_860_000;

function useSessionWatch() {
  useEffect(() => {
    endExpiredSession();
    const timer = setInterval(endExpiredSession, SESSION_CHECK);
    return () => clearInterval(timer);
  }, []);
}

function useTheme() {
  const dark = useAtomValue(darkModeAtom);
  useEffect(() => {
    const page = document.documentElement;
    // The page already has its theme; reading a colour now would delay it.
    if (page.classList.contains('dark') === dark) return;
    page.classList.toggle('dark', dark);
    const paper = getComputedStyle(page).getPropertyValue('--paper');
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', paper);
  }, [dark]);
}

/** Moves the focus to the new page, so that a keyboard or a screen reader starts at its top. */
function usePageFocus() {
  const { key, pathname } = useLocation();
  // After a navigation the footer loads at once: while part of the frame is suspended, React shows
  // no other page.
  if (key !== 'default') footer.come();
  const main = useRef<HTMLElement>(null);
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    // A page that begins with a field already has the focus.
    if (!main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

/**
 * Frame of every page: navbar, the page itself, footer, notices. A bare one contains only the page
 * and the notices.
 */
export function Layout({ bare = false }) {
  useSessionWatch();
  useTheme();
  const main = usePageFocus();
  const moving = useAtomValue(underWayAtom) > 0;
  const expired = useAtomValue(sessionExpiredAtom);
  const [alert, setAlert] = useAtom(alertAtom);
  const navigate = useNavigate();
  return (
    <div className="has-data-bottom-bar:pb-[4.75rem]">
      <a href="#main" className="skip-link">
        Langsung ke isi
      </a>
      {!bare && <Navbar />}
      <OfflineNotice />
      <VersionNotice />
      {moving && (
        <div role="status" className="fixed inset-x-0 top-0 z-60 h-0.5 animate-pulse bg-accent">
          <span className="sr-only">Memuat halaman</span>
        </div>
      )}
      {bare ? (
        bareFrame
      ) : (
        // As high as the screen from the start, so that the footer does not move while a page fills.
        <main id="main" ref={main} tabIndex={-1} className="min-h-dvh">
          {frame}
        </main>
      )}
      {!bare && foot}
      <Toasts />
      {alert && (
        <AlertDialog
          alert={alert}
          onClose={() => {
            setAlert(null);
            if (alert.next) void navigate(alert.next);
          }}
        />
      )}
      {expired && (
        <Suspense fallback={null}>
          <SessionDialog />
        </Suspense>
      )}
    </div>
  );
}

function NoFooter() {
  useEffect(() => footer.come(), []);
  return null;
}
