import { useEffect } from 'react';
import { shop } from '@/shop';

/**
 * Sets the page's title in the browser's tab, as the server does, and its canonical address:
 * `path`, or the current one. The first page keeps its original title until `title` is known.
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
