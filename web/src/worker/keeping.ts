/**
 * Responses of the server that the worker stores, and the answers from them when there is no
 * network.
 */

/** The parts of the app that this worker was built with, as `vite.config.ts` lists them. */
export type Built = {
  /** Version, which changes with any part. */
  version: string;
  /** The script that the page starts with. */
  entry: string;
  /** The addresses of all parts. */
  parts: string[];
};

/**
 * Header of every stored answer: its arrival time, in milliseconds. An answer that has it comes
 * from a cache.
 */
export const KEPT = 'x-kept';

/** Longest wait for a response, in milliseconds, before the last known one is shown. */
export const TIME_LIMIT = 8000;

/** Page of the app without personal content, used for every address. */
export const SHELL = '/profile';

/** Name of the cache of a member's own data; `logOut` of the app deletes it. */
export const MEMBER = 'member';

/** Path of proofs of transfers, each for its member alone; they were formerly public. */
const PROOFS = '/storage/proofs/';

/** Caches that outlive a version, with the maximum number of answers in each. */
const LIMITS: Record<string, number> = { [MEMBER]: 200, answers: 200, pictures: 300 };

/** Lets work continue after an answer was returned. */
export type Later = (work: Promise<unknown>) => void;

/** Callback that receives whether the network was available. */
export type Told = (there: boolean) => void;

/** Returns the name of a version's cache. */
export const cacheOf = ({ version }: Built) => `app-${version}`;

/** Returns the kind of answer for a request; null if the worker does not handle it. */
export function kindOf(request: Request, origin: string) {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin || request.headers.has('range'))
    return null;
  if (url.pathname.startsWith(PROOFS)) return null;
  const [, top = '', next = ''] = url.pathname.split('/');
  if (top === 'api')
    return request.mode === 'navigate' || ['admin', 'chat', 'payments'].includes(next)
      ? null
      : 'answer';
  if (top === 'storage' || top === 'uploads') return 'picture';
  if (top === 'assets') return 'part';
  return request.mode === 'navigate' && top !== 'sandbox' ? 'page' : null;
}

/**
 * Stores every part of the app, fetched one after the other at low priority, so that visitors' own
 * requests come first.
 */
export async function install(built: Built): Promise<void> {
  const cache = await caches.open(cacheOf(built));
  for (const address of built.parts) {
    if (await cache.match(address)) continue;
    // Most parts are unchanged from the previous version.
    const kept = await caches.match(address);
    await cache.put(address, kept ?? marked(good(own(await fetch(address, { priority: 'low' })))));
  }
  await keepShell(cache, built);
}

/**
 * Stores the current shell of the server: it contains the shop's name, its colours, and whether it
 * is open.
 */
async function keepShell(cache: Cache, built: Built): Promise<void> {
  const shell = good(await fetch(SHELL, { cache: 'no-cache' }));
  // While a new version is rolled out, its page may come from one server and this worker from another.
  if (!(await shell.clone().text()).includes(built.entry)) throw new Error('another version');
  await cache.put(SHELL, marked(shell));
}

/** Deletes the parts of other versions, and the proofs of transfers that they stored. */
export async function activate(built: Built): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('app-') && name !== cacheOf(built));
  await Promise.all(old.map((name) => caches.delete(name)));
  if (!names.includes('pictures')) return;
  const pictures = await caches.open('pictures');
  const kept = (await pictures.keys()).filter(({ url }) =>
    new URL(url).pathname.startsWith(PROOFS),
  );
  await Promise.all(kept.map((each) => pictures.delete(each, ANY)));
}

/**
 * Returns a part of the app: its name identifies its content, so a stored one is never outdated.
 */
export async function part(request: Request, built: Built): Promise<Response> {
  const kept = await (await caches.open(cacheOf(built))).match(request.url, ANY);
  return kept ?? fetch(request);
}

/**
 * Returns a page: the server's, or the one that fits every address, which is renewed after each
 * good page from the server.
 */
export async function page(
  asked: Promise<Response>,
  built: Built,
  later: Later,
): Promise<Response> {
  const cache = await caches.open(cacheOf(built));
  const shell = await cache.match(SHELL, ANY);
  if (!shell) return asked;
  const renew = async () => {
    if ((await asked).ok) await keepShell(cache, built);
  };
  later(renew().catch(() => undefined));
  return inTime(asked, shell);
}

/** Returns a picture: a stored one first, and without a network any size of it. */
export async function picture(request: Request, later: Later): Promise<Response> {
  // A member's picture is deleted together with the member's data.
  const name = new URL(request.url).pathname.startsWith('/uploads/') ? MEMBER : 'pictures';
  const cache = await caches.open(name);
  const kept = await cache.match(request.url, ANY);
  if (kept) return kept;
  try {
    const response = own(await fetch(request));
    later(keep(name, cache, request.url, response.clone()));
    return response;
  } catch (error) {
    const other = await cache.match(request.url, { ...ANY, ignoreSearch: true });
    if (other) return other;
    throw error;
  }
}

/**
 * Cache and key of the time at which something was last sent: an idle worker is stopped and loses
 * its memory.
 */
const NOTES = 'notes';
const WRITTEN = '/written';

let lastWrite: number | undefined;

/**
 * Records that something was sent: older answers are then shown only when there is no network at
 * all.
 */
export async function noteWrite(now = Date.now()): Promise<void> {
  lastWrite = now;
  try {
    await (await caches.open(NOTES)).put(WRITTEN, new Response(String(now)));
  } catch {
    // Without space in storage, the time is known until the worker stops.
  }
}

async function writtenAt(): Promise<number> {
  const noted = lastWrite === undefined && (await (await caches.open(NOTES)).match(WRITTEN));
  lastWrite ??= Number(noted ? await noted.text() : 0);
  return lastWrite;
}

/**
 * Returns an answer of the API: the server's, or the last known one; a member's answer only to the
 * same session.
 */
export async function answer(request: Request, later: Later, tell: Told): Promise<Response> {
  const token = request.headers.get('authorization');
  const name = token === null ? 'answers' : MEMBER;
  const key = token === null ? request.url : await ownKey(token, request.url);
  // The cache is opened before the request: an answer after a logout goes to the deleted cache, and
  // is lost.
  const cache = token === null ? await caches.open(name) : await ownCache(key);
  const asked = fetch(request)
    .then(own)
    .then(
      (response) => {
        later(keep(name, cache, key, response.clone()));
        tell(true);
        return response;
      },
      (error: unknown) => {
        // An aborted request proves nothing about the network.
        if (!request.signal.aborted) tell(false);
        throw error;
      },
    );
  const kept = await cache.match(key, ANY);
  if (!kept) return asked;
  later(asked.catch(() => undefined));
  return inTime(asked, kept, Number(kept.headers.get(KEPT)) > (await writtenAt()));
}

const ANY = { ignoreVary: true };

/**
 * Returns the answer, or the stored one when there is no network. On a slow network it waits beyond
 * `TIME_LIMIT` only if `kept` is outdated.
 */
function inTime(asked: Promise<Response>, kept: Response, fresh = true): Promise<Response> {
  return new Promise((resolve) => {
    const timer = fresh && setTimeout(() => resolve(kept), TIME_LIMIT);
    const settle = (response: Response) => {
      if (timer) clearTimeout(timer);
      resolve(response);
    };
    asked.then(settle, () => settle(kept));
  });
}

/** Returns the cache key of a session's answer; it contains only a hash of the token. */
async function ownKey(token: string, url: string): Promise<string> {
  const bytes = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)),
  );
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const { origin, pathname, search } = new URL(url);
  return `${origin}/${digits}${pathname}${search}`;
}

/**
 * Returns the cache of the member's data; if it contains answers of another session, it is emptied
 * first.
 */
async function ownCache(key: string): Promise<Cache> {
  const [, session = ''] = new URL(key).pathname.split('/');
  const cache = await caches.open(MEMBER);
  const foreign = (await cache.keys()).some(({ url }) => {
    const [, top = ''] = new URL(url).pathname.split('/');
    return top !== session && top !== 'uploads';
  });
  if (!foreign) return cache;
  await caches.delete(MEMBER);
  return caches.open(MEMBER);
}

/** Whether an answer is a file, not data for a screen. */
const isFile = ({ headers }: Response) =>
  headers.has('content-disposition') ||
  !headers.get('content-type')?.startsWith('application/json');

/** Stores a successful answer, and deletes the oldest ones when there are too many. */
async function keep(name: string, cache: Cache, key: string, response: Response): Promise<void> {
  if (response.status !== 200 || response.redirected) return;
  // Browsers do not store answers for one member only; this worker stores them until the logout.
  // Neither stores such files.
  if (isFile(response) && response.headers.get('cache-control')?.includes('no-store')) return;
  try {
    await cache.put(key, marked(response));
    // The oldest entries come first.
    const keys = await cache.keys();
    const over = keys.slice(0, Math.max(0, keys.length - (LIMITS[name] ?? 0)));
    await Promise.all(over.map((each) => cache.delete(each, ANY)));
  } catch {
    // With a full storage nothing is stored: the visitor still gets the answer.
  }
}

/**
 * Returns an answer of the shop. An HTML page that was not requested comes from someone else, such
 * as the login page of a hotel: this counts as no network.
 */
function own(response: Response): Response {
  if (response.ok && response.headers.get('content-type')?.startsWith('text/html'))
    throw new TypeError(`${response.url}: a page`);
  return response;
}

function good(response: Response): Response {
  if (response.status !== 200) throw new Error(`${response.url}: ${response.status}`);
  return response;
}

function marked(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set(KEPT, String(Date.now()));
  return new Response(response.body, { status: response.status, headers });
}
