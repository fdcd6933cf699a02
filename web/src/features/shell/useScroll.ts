import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Storage key of the positions during a visit to another site, such as for a payment. */
const KEY = 'scroll';

/** Scroll position of each page, in pixels. */
const places = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, number>;

/** Whether the app has shown a page. */
let begun = false;

/**
 * Scrolls to a position; on a page that has become shorter, not beyond the end of the page's own
 * content.
 */
function goTo(place: number): void {
  const { scrollHeight, clientHeight } = document.documentElement;
  const end = document.querySelector('main')?.getBoundingClientRect().bottom ?? 0;
  const there = place <= scrollHeight - clientHeight;
  window.scrollTo(0, there ? place : window.scrollY + end - clientHeight);
}

/**
 * Starts each page at its top, and restores the position on a page that a visitor comes back to.
 */
export function useScroll(): void {
  const { key, pathname, search } = useLocation();
  const way = useNavigationType();
  // Every freshly loaded page, such as after a payment, has the key `default`.
  const place = key === 'default' ? pathname + search : key;
  const before = useRef<string>(null);

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    const keep = () => {
      places[place] = window.scrollY;
    };
    const leave = () => sessionStorage.setItem(KEY, JSON.stringify(places));
    window.addEventListener('scroll', keep, { passive: true });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('scroll', keep);
      window.removeEventListener('pagehide', leave);
    };
  }, [place]);

  useLayoutEffect(() => {
    // A list in a new order keeps its scroll position.
    const same = before.current === pathname && way === 'REPLACE';
    before.current = pathname;
    // A visitor who has scrolled before the app ran stays there.
    const left = !begun && window.scrollY > 0;
    begun = true;
    if (!same && !left) goTo(way === 'POP' ? (places[place] ?? 0) : 0);
  }, [place, pathname, way]);
}
