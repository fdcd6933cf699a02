/** The worker between the app and the network; `vite.config.ts` builds `/sw.js` from it. */
import { noteOf, pageOf } from './notes';
import {
  activate,
  answer,
  type Built,
  install,
  kindOf,
  noteWrite,
  page,
  part,
  picture,
} from './keeping';

/** Event of a service worker, which the browser keeps alive until its work is done. */
type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type WorkerFetchEvent = WorkerEvent & {
  request: Request;
  clientId: string;
  /** Response that the browser has already requested, where it supports that. */
  preloadResponse?: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
};
type Client = { postMessage: (message: string, options: object) => void };
type Page = { url: string; focus: () => Promise<unknown> };
type WorkerPushEvent = WorkerEvent & { data: { json: () => unknown } | null };
type WorkerNotificationEvent = WorkerEvent & { notification: { data: unknown; close: () => void } };

/** Part of a worker's scope that is used here: the type library covers either pages or workers. */
type Scope = {
  location: Location;
  clients: {
    claim: () => Promise<void>;
    get: (id: string) => Promise<Client | undefined>;
    matchAll: (which: { type: 'window'; includeUncontrolled: boolean }) => Promise<Page[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  registration: {
    navigationPreload?: { enable: () => Promise<void> };
    showNotification: (title: string, options: object) => Promise<void>;
  };
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
    (type: 'message', listener: (event: WorkerEvent & { data: string[] }) => void): void;
    (type: 'fetch', listener: (event: WorkerFetchEvent) => void): void;
    (type: 'push', listener: (event: WorkerPushEvent) => void): void;
    (type: 'notificationclick', listener: (event: WorkerNotificationEvent) => void): void;
  };
};

declare const BUILT: Built;
const scope = self as unknown as Scope;

// A new version waits until no page of the old one is open: those pages still need its parts.
scope.addEventListener('install', (event) => event.waitUntil(install(BUILT)));

scope.addEventListener('activate', (event) => event.waitUntil(begin()));

async function begin(): Promise<void> {
  await activate(BUILT);
  // Prevents a page from waiting for the worker to start.
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

// A page that was open before the worker sends the addresses that it has loaded. A member's own
// data are refused without a token.
scope.addEventListener('message', (event) => {
  const later = (work: Promise<unknown>) => event.waitUntil(work);
  const learn = async () => {
    for (const url of event.data) {
      const request = new Request(url);
      const kind = kindOf(request, scope.location.origin);
      if (kind === 'picture') await picture(request, later).catch(() => undefined);
      if (kind === 'answer') await answer(request, later, () => undefined).catch(() => undefined);
    }
  };
  event.waitUntil(learn());
});

/**
 * Reports the network state to the requesting page, even if unchanged: otherwise two messages that
 * cross could leave the page with the wrong state.
 */
async function tell(now: boolean, clientId: string): Promise<void> {
  (await scope.clients.get(clientId))?.postMessage(now ? 'back' : 'gone', {});
}

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const later = (work: Promise<unknown>) => event.waitUntil(work);
  if (request.method !== 'GET') later(noteWrite());
  const kind = kindOf(request, scope.location.origin);
  if (kind === 'page') {
    const asked = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(request));
    event.respondWith(page(asked, BUILT, later));
  } else if (kind === 'part') event.respondWith(part(request, BUILT));
  else if (kind === 'picture') event.respondWith(picture(request, later));
  else if (kind === 'answer')
    event.respondWith(answer(request, later, (now) => later(tell(now, event.clientId))));
});

// A message of the shop is shown as it arrived; pressing it opens its page, in a window that
// already shows that page if there is one.
scope.addEventListener('push', (event) => {
  const note = noteOf(event.data?.json());
  if (!note) return;
  const { title, body, url, tag } = note;
  event.waitUntil(scope.registration.showNotification(title, { body, tag, data: url, lang: 'id' }));
});

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(pageOf(event.notification.data, scope.location.origin)));
});

async function openPage(url: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((each) => each.url === url);
  await (shown ? shown.focus() : scope.clients.openWindow(url));
}
