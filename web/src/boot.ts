/**
 * Script that runs in the page before the app: it shows the content rendered by the server first,
 * and then fetches the app. The build inserts it into the page itself; the server's content
 * security policy allows it by its hash.
 */

/** Scripts of the app in the order of execution, as `vite.config.ts` lists them. */
declare const PARTS: string[];

/** Longest time that the pictures wait for the app, in milliseconds. */
const PATIENCE = 8000;

/** Duration of a popup's closing, in milliseconds. */
const CLOSING = 200;

/** Interval between checks whether the app has taken over a pressed button, in milliseconds. */
const AGAIN = 50;

const CLOSED = 'popupVoucherClosed';

const root = document.documentElement;

/** Storage for browsers that block a site's data: it lasts as long as the page. */
class Memory extends Map<string, string> {
  getItem(key: string) {
    return this.get(key) ?? null;
  }
  setItem(key: string, text: string) {
    this.set(key, text);
  }
  removeItem(key: string) {
    this.delete(key);
  }
}
for (const kind of ['localStorage', 'sessionStorage'] as const)
  try {
    window[kind].getItem('');
  } catch {
    Object.defineProperty(window, kind, { value: new Memory() });
  }

const { getItem, setItem, removeItem, clear } = Storage.prototype;

/** Texts that do not fit into a full storage; they last as long as the page. */
const overflows = new WeakMap<Storage, Memory>();

function overflowOf(storage: Storage): Memory {
  const overflow = overflows.get(storage) ?? new Memory();
  overflows.set(storage, overflow);
  return overflow;
}
Object.assign(Storage.prototype, {
  getItem(this: Storage, key: string) {
    return overflowOf(this).getItem(key) ?? getItem.call(this, key);
  },
  setItem(this: Storage, key: string, text: string) {
    overflowOf(this).removeItem(key);
    try {
      setItem.call(this, key, text);
    } catch {
      removeItem.call(this, key);
      overflowOf(this).setItem(key, text);
    }
  },
  removeItem(this: Storage, key: string) {
    overflowOf(this).removeItem(key);
    removeItem.call(this, key);
  },
  clear(this: Storage) {
    overflows.delete(this);
    clear.call(this);
  },
});

/**
 * Stores the width of the page's scrollbar for the stylesheet: while a dialog is open there is no
 * scrollbar.
 */
function measureScrollbar(): void {
  if (document.querySelector('dialog:modal')) return;
  root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
}
new ResizeObserver(measureScrollbar).observe(root);

/** Opens the popup rendered by the server, unless it was closed in this session. */
function greet(popup: HTMLDialogElement): void {
  if (sessionStorage.getItem(CLOSED)) return popup.remove();
  // The closed popup stays in the page until the app has seen that it was closed: the app's copy of
  // the session data may be older.
  popup.addEventListener('close', () => sessionStorage.setItem(CLOSED, 'true'));
  popup.addEventListener('click', ({ target }) => {
    if (target !== popup && !(target as Element).closest('button, a')) return;
    // Stored at once: before the app runs, the popup's link leaves the page immediately.
    sessionStorage.setItem(CLOSED, 'true');
    popup.classList.add('opacity-0', 'backdrop:opacity-0');
    setTimeout(() => popup.close(), CLOSING);
  });
  popup.showModal();
}

const popup = document.querySelector<HTMLDialogElement>('dialog[data-popup]');
if (popup) {
  measureScrollbar();
  greet(popup);
}

// A button that is pressed before the app has taken it over is pressed again afterwards: React
// marks its own elements.
addEventListener(
  'click',
  ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('button[type=button]');
    if (!button || button.closest('dialog')) return;
    const taken = () => Object.keys(button).some((key) => key.startsWith('__react'));
    if (taken()) return;
    // React may still take it over during this press, before the event ends.
    let heard = false;
    addEventListener('click', () => (heard = taken()), { once: true });
    setTimeout(() => heard || again());
    const again = () => {
      if (taken()) button.click();
      else if (button.isConnected) setTimeout(again, AGAIN);
    };
  },
  true,
);

// Messages of the worker about the network may arrive before the app runs. An insecure page has no
// worker.
const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
serviceWorker?.addEventListener('message', ({ data }: MessageEvent<string>) => {
  root.dataset['network'] = data;
  dispatchEvent(new Event(data));
});
serviceWorker?.startMessages();

/** Resolves in the next task, so that the browser can handle input first. */
const pause = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve);
  });

/** Settles when a frame is on the screen. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** Loads the pictures that the server deferred, each when it is near the screen. */
function fetchPictures(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-src]')) {
    // The app may already show another picture there.
    if (!image.src) Object.assign(image, image.dataset);
  }
}

async function start(): Promise<void> {
  // If members see other prices, the preloaded public data does not apply to them.
  const own =
    localStorage.getItem('token') &&
    document.getElementById('shop')?.textContent.includes('"retail":true');
  if (!own)
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-later]'))
      link.rel = 'preload';
  // A hidden window draws no frames; one that is hidden before its first frame waits for its
  // visitor.
  if (!document.hidden) await painted();
  for (const part of PARTS) {
    await pause();
    await import(/* @vite-ignore */ part);
  }
}
// With a worker the network need not be kept free; if the app does not arrive, the pictures still
// load.
setTimeout(fetchPictures, serviceWorker?.controller ? 0 : PATIENCE);
void start().finally(fetchPictures);
