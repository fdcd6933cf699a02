/** Taking the network away, from pages and from the worker. */
import type { BrowserContext, Route } from '@playwright/test';

const cut = (route: Route) => route.abort('internetdisconnected');

/** Takes the network away, or gives it back. What the browser pretends alone is forgotten by its worker when a page is loaded anew. */
export async function setOffline(context: BrowserContext, off: boolean): Promise<void> {
  await context.setOffline(off);
  await (off ? context.route('**/*', cut) : context.unroute('**/*', cut));
}
