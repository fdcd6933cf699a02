/** The one client of the server: token, expiry check, and errors as sentences to show. */
import { onlineManager, QueryClient, queryOptions } from '@tanstack/react-query';
import { checkoutTokenAtom, readClaims, sessionExpiredAtom, store, tokenAtom } from '@/state';

/** A call that did not succeed; `message` is the sentence to show. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** The status of the answer; 0 when there was none. */
    readonly status: number,
    readonly code: string,
    /** Whether `message` is the server's own sentence. */
    readonly fromServer: boolean,
    /** The whole answer, where it says more than its message. */
    readonly answer: unknown = null,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** What is shown when the server cannot be reached. */
export const OFFLINE = 'Tidak ada koneksi ke server. Periksa jaringan Anda, lalu coba lagi.';
const TROUBLE = 'Terjadi gangguan di server. Coba lagi beberapa saat lagi.';

/** The cache of what the server said. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Without a network a query fails with a sentence, instead of waiting without a word.
      networkMode: 'always',
      // What came from the worker's cache looks new, but is not.
      refetchOnReconnect: 'always',
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
});

// It believes to be online until it hears otherwise, and would miss the network's return on a page opened without one.
onlineManager.setOnline(navigator.onLine);

/** Forgets the member: token, user, cart and all else whose key begins with `member`. */
export function logOut(): void {
  store.set(tokenAtom, null);
  store.set(checkoutTokenAtom, null);
  // Where the worker keeps what the server told the member; insecure pages have no caches.
  void window.caches?.delete('member');
  queryClient.removeQueries({ queryKey: ['member'] });
}

/** Ends the session with its dialog when the stored token has expired; true when it did. */
export function endExpiredSession(now = Date.now()): boolean {
  const token = store.get(tokenAtom);
  if (token === null) return false;
  const claims = readClaims(token);
  if (claims && claims.exp * 1000 >= now) return false;
  endSession();
  return true;
}

function endSession(): void {
  logOut();
  store.set(sessionExpiredAtom, true);
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Body = object | FormData;

/** Sends a request, as a guest's when the session turns out to be over, and gives the JSON of its answer. */
export function request<T>(
  method: Method,
  path: string,
  body?: Body,
  signal?: AbortSignal,
): Promise<T> {
  endExpiredSession();
  return send(store.get(tokenAtom), method, path, body, signal);
}

/** Gets what everyone may see, without saying who asks: so the answer fits that the page fetched ahead for the app. */
function read<T>(path: string, signal?: AbortSignal): Promise<T> {
  endExpiredSession();
  return send(null, 'GET', path, undefined, signal);
}

/** A query for what everyone may see, by its address. */
export const publicQuery = <T>(path: string) =>
  queryOptions({ queryKey: [path], queryFn: ({ signal }) => read<T>(path, signal) });

/** Asks for what the page has fetched ahead for the app; settles when all of it is there, or has failed. */
export function takePreloaded(): Promise<unknown> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=fetch]');
  return Promise.all(
    Array.from(links, (link) =>
      queryClient.prefetchQuery(publicQuery(link.getAttribute('href') ?? '')),
    ),
  );
}

async function send<T>(
  token: string | null,
  method: Method,
  path: string,
  body?: Body,
  signal?: AbortSignal,
): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body && !(body instanceof FormData)) headers['content-type'] = 'application/json';

  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body instanceof FormData ? body : body && JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(OFFLINE, 0, 'offline', false);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  if (response.status === 401 && token) endSession();
  throw refusal(response.status, answer);
}

/** The error for an answer that is not a good one. */
export function refusal(status: number, answer: unknown): ApiError {
  const { message, code } = (answer ?? {}) as { message?: string; code?: string };
  return new ApiError(message || TROUBLE, status, code ?? 'unknown', Boolean(message), answer);
}

/** The sentence to show for a failure: the server's, or being offline, or the given one. */
export function sentence(error: unknown, otherwise: string): string {
  if (error instanceof ApiError && (error.fromServer || error.status === 0)) return error.message;
  return otherwise;
}
