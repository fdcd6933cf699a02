/** Drawing of pages by the build, with the app's own components. */
import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { categoriesQuery, productsQuery } from '@/api/catalog';
import { queryClient } from '@/api/client';
import { bannersQuery } from '@/api/content';
import type { Banner, Category, PageText, Product, Voucher } from '@/api/schema';
import { vouchersQuery } from '@/api/vouchers';
import { App } from '@/App';

/** Server data to draw with. */
export type Data = {
  products?: Product[];
  categories?: Category[];
  banners?: Banner[];
  vouchers?: Voucher[];
  text?: PageText;
};

/** Draws a part of the app as it appears at an address. */
export async function draw(node: ReactNode, address: string): Promise<string> {
  const { prelude } = await prerenderToNodeStream(
    <StaticRouter location={address}>{node}</StaticRouter>,
    // Keeps all content in its place, however much it is.
    { progressiveChunkSize: Infinity },
  );
  let html = '';
  for await (const chunk of prelude) html += String(chunk);
  // The server decides which files the browser fetches early.
  return html.replaceAll(/<link rel="preload"[^>]*>/g, '');
}

/**
 * Draws the page at an address with these data; returns its own content, and the parts before and
 * after it.
 */
export async function drawPage(address: string, data: Data, state?: unknown) {
  if (data.products) queryClient.setQueryData(productsQuery.queryKey, data.products);
  if (data.categories) queryClient.setQueryData(categoriesQuery.queryKey, data.categories);
  if (data.banners) queryClient.setQueryData(bannersQuery.queryKey, data.banners);
  if (data.vouchers) queryClient.setQueryData(vouchersQuery.queryKey, data.vouchers);
  if (data.text) queryClient.setQueryData([`/api/pages/${data.text.slug}`], data.text);
  const html = await draw(<App />, { pathname: address, state } as unknown as string);
  // Timers of the client would delay the end of the build.
  queryClient.clear();
  const start = html.indexOf('<!--$-->', html.indexOf('<main')) + '<!--$-->'.length;
  const end = html.lastIndexOf('<!--/$-->', html.indexOf('</main>'));
  if (start < 0 || end < start) throw new Error(`${address} has no page in its frame`);
  return { before: html.slice(0, start), page: html.slice(start, end), after: html.slice(end) };
}
