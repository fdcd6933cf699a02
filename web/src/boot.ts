/**
 * Script that runs in the page before the app: it shows what the server drew first, and then fetches the app. The build
 * puts it into the page itself; the server's content security policy allows it by its hash.
 */

/** The scripts of the app in the order that they run in, as `vite.config.ts` lists them. */
declare const PARTS: string[];

/** Longest wait of the pictures for the app, in milliseconds. */
const PATIENCE = 8000;

/** Duration of a popup's closing, in milliseconds (spec, section 9). */
const CLOSING = 200;

/** Interval between looks at a pressed button, in milliseconds. */
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

/** Texts that a full storage has no room for; they last as long as the page. */
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

/** Keeps how wide the page's scrollbar is, for the sheet: while a dialog is open there is none. */
function measureScrollbar(): void {
  if (document.querySelector('dialog:modal')) return;
  root.style.setProperty('--scrollbar', `${innerWidth - root.clientWidth}px`);
}
new ResizeObserver(measureScrollbar).observe(root);

/** Opens the popup that the server drew, unless it was closed in this session. */
function greet(popup: HTMLDialogElement): void {
  if (sessionStorage.getItem(CLOSED)) return popup.remove();
  // It stays until the app has seen that it was closed: what the app read of the session may be older.
  popup.addEventListener('close', () => sessionStorage.setItem(CLOSED, 'true'));
  popup.addEventListener('click', ({ target }) => {
    if (target !== popup && !(target as Element).closest('button, a')) return;
    // Before the app runs, its link leaves the page at once.
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

// A button that is pressed before the app has taken it over is pressed again when it has: React marks what is its own.
addEventListener(
  'click',
  ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('button[type=button]');
    if (!button || button.closest('dialog')) return;
    const taken = () => Object.keys(button).some((key) => key.startsWith('__react'));
    if (taken()) return;
    // React may still take it over for this very press, before the press is through.
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

// What the worker says of the network may come before the app runs.
// An insecure page has none.
const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
serviceWorker?.addEventListener('message', ({ data }: MessageEvent<string>) => {
  root.dataset['network'] = data;
  dispatchEvent(new Event(data));
});
serviceWorker?.startMessages();

/** Settles with the next task, before which the browser can answer a visitor. */
const pause = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve);
  });

/** Settles when a frame is on the screen. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** Lets the pictures come that the server left waiting, each when it is near the screen. */
function fetchPictures(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-src]')) {
    // The app may show another one there by now.
    if (!image.src) Object.assign(image, image.dataset);
  }
}

async function start(): Promise<void> {
  // Where members are told other prices, what is fetched ahead for everybody is not theirs.
  const own =
    localStorage.getItem('token') &&
    document.getElementById('shop')?.textContent.includes('"retail":true');
  if (!own)
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-later]'))
      link.rel = 'preload';
  // A window that nobody looks at draws no frames; one that is left before its first waits for its visitor.
  if (!document.hidden) await painted();
  for (const part of PARTS) {
    await pause();
    await import(/* @vite-ignore */ part);
  }
}
// With a worker there is no network to be kept free; where the app does not come, the pictures do.
setTimeout(fetchPictures, serviceWorker?.controller ? 0 : PATIENCE);
void start().finally(fetchPictures);
