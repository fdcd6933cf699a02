/** Only client of the server: token, expiry check, and cached responses. */
import { onlineManager, QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, OFFLINE, promised, refusal } from '@/errors';
import { shop } from '@/shop';
import {
  CHECKOUT_TOKEN,
  endedMemberAtom,
  readClaims,
  sessionExpiredAtom,
  store,
  storedToken,
  tokenAtom,
} from '@/state';

/** Cache of the server's responses. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Without a network a query fails with a message, instead of waiting silently.
      networkMode: 'always',
      // Data from the worker's cache looks new, but is not.
      refetchOnReconnect: 'always',
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
});

// The manager assumes that it is online until an event reports otherwise: on a page opened offline
// it would miss the network's return.
onlineManager.setOnline(navigator.onLine);

/** Clears the member's data: token, user, cart and everything else that is not public. */
export function logOut(): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(CHECKOUT_TOKEN);
  forgetMember();
}

/**
 * Clears the member's data, except for the checkout's token: the server reveals that checkout to no
 * one else.
 */
function forgetMember(): void {
  store.set(tokenAtom, null);
  // Deletes the worker's cache of the member's responses; insecure pages have no caches.
  void window.caches?.delete('member');
  queryClient.removeQueries({ predicate: ({ meta }) => !meta?.public });
}

const memberOf = (token: string | null) => readClaims(token)?.sub;

/**
 * Watches other tabs. If another one changes to a different member, this tab reloads, with no
 * earlier data in its memory. A logout there clears all stored data. A session that ends there ends
 * here too, and continues after a login there.
 */
export function watchTabs(): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === null) sessionStorage.clear();
    else if (key !== 'token' || memberOf(oldValue) === memberOf(newValue)) return;
    else if (oldValue && endSession(oldValue)) return;
    else if (!oldValue && memberOf(newValue) === store.get(endedMemberAtom))
      return store.set(sessionExpiredAtom, false);
    location.reload();
  });
}

/**
 * Ends the session and opens its dialog if the stored token has expired; returns whether it did.
 */
export function endExpiredSession(now = Date.now()): boolean {
  const token = store.get(tokenAtom);
  if (token === null) return false;
  const claims = readClaims(token);
  if (claims && claims.exp * 1000 >= now) return false;
  return endSession(token);
}

/** Ends the session of a token, unless another tab has logged in again; returns whether it did. */
function endSession(token: string): boolean {
  if ((storedToken() ?? token) !== token) return false;
  store.set(endedMemberAtom, memberOf(token));
  forgetMember();
  store.set(sessionExpiredAtom, true);
  return true;
}

/** Reads a successful response; null if it cannot be read. */
type Read = (response: Response) => Promise<unknown>;

const readJson: Read = (response) => response.json().catch(() => null);

/**
 * Sends a request to an address, as a guest if the session is found to be over; returns the JSON of
 * the response.
 */
export function send<T>(
  method: string,
  address: string,
  body?: object,
  signal?: AbortSignal,
  read?: Read,
): Promise<T> {
  endExpiredSession();
  return call(store.get(tokenAtom), method, address, body, signal, read);
}

/** Queries the server at an address, which is also the cache key. */
export const queryAt = <T>(address: string) =>
  queryOptions({
    queryKey: [address],
    queryFn: ({ signal }) => send<T>('GET', address, undefined, signal),
  });

/**
 * Queries public data at an address, without a token, so that the response preloaded by the page
 * can be used. If visitors see other prices than members, the token is sent.
 */
export const publicQueryAt = <T>(address: string) =>
  shop.retail
    ? queryAt<T>(address)
    : queryOptions({
        queryKey: [address],
        queryFn: ({ signal }) => {
          endExpiredSession();
          return call<T>(null, 'GET', address, undefined, signal);
        },
        meta: { public: true },
      });

/**
 * Requests the data that the page preloads for the app; settles when all of it has arrived, or has
 * failed.
 */
export function takePreloaded(): Promise<unknown> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[as=fetch]');
  return Promise.all(
    Array.from(links, (link) =>
      queryClient.prefetchQuery(publicQueryAt(link.getAttribute('href') ?? '')),
    ),
  );
}

/** Decides whether a refused call is repeated; set where users can confirm their identity. */
call.mend = undefined as ((refused: ApiError) => Promise<boolean>) | undefined;

export async function call<T>(
  token: string | null,
  method: string,
  address: string,
  body?: object,
  signal?: AbortSignal,
  read: Read = readJson,
): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body && !(body instanceof FormData)) headers['content-type'] = 'application/json';

  let response: Response;
  try {
    response = await fetch(address, {
      method,
      headers,
      body: body instanceof FormData ? body : body && JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(OFFLINE, 0, 'offline', false);
  }
  const answer = await (response.ok ? read : readJson)(response);
  const now = store.get(tokenAtom);
  // A late response belongs to a member who has left: it must not be shown to another member, nor
  // end their session.
  if (token && memberOf(token) !== memberOf(now)) throw refusal(401, null);
  if (response.ok) {
    // An envelope whose `data` is null counts as unreadable, like an empty response.
    if (response.status !== 204) promised((promised(answer) as { data?: unknown }).data);
    return answer as T;
  }
  if (response.status === 401 && token && token === now) endSession(token);
  const refused = refusal(response.status, answer);
  if (await call.mend?.(refused)) return call(token, method, address, body, signal, read);
  throw refused;
}
