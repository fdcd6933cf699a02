/** Disconnection of pages and of the worker from the network. */
import type { BrowserContext, Route } from '@playwright/test';

const cut = (route: Route) => route.abort('internetdisconnected');

/**
 * Disconnects the network, or connects it again. The browser's emulation alone is not enough: its
 * worker loses it when a page is loaded again.
 */
export async function setOffline(context: BrowserContext, off: boolean): Promise<void> {
  await context.setOffline(off);
  await (off ? context.route('**/*', cut) : context.unroute('**/*', cut));
}
