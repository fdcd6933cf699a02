/** Notifications from the shop to a browser, as the worker reads them. */

/** A notification: its title and text, the page that it opens, and its tag. */
export type Note = { title: string; body: string; url: string; tag: string };

/** Returns a notification as it was sent; null for anything else. */
export function noteOf(data: unknown): Note | null {
  const { title, body, url, tag } = (data ?? {}) as Record<string, unknown>;
  const texts = [title, body, url, tag];
  return texts.every((text) => typeof text === 'string')
    ? ({ title, body, url, tag } as Note)
    : null;
}

/** Returns the address that a notification opens: a page of the shop, and nothing outside it. */
export function pageOf(url: unknown, origin: string): string {
  const home = `${origin}/`;
  if (typeof url !== 'string' || !URL.canParse(url, home)) return home;
  const page = new URL(url, home);
  return page.origin === origin ? page.href : home;
}
