import { useEffect } from 'react';
import { shop } from '@/shop';

/**
 * Names the page in the browser's tab, as the server does, and says which address is its own: `path`, or the one that
 * is shown. The first page keeps the title it came with until `title` is known.
 */
export function useTitle(title: string | undefined, path = window.location.pathname): void {
  useEffect(() => {
    if (title !== undefined) document.title = title ? `${title} · ${shop.name}` : shop.name;
  }, [title]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    if (link) link.href = new URL(path.replace(/(.)\/+$/, '$1'), link.href).href;
  }, [path]);
}
