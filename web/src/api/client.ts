/** The one client of the server: token, expiry check, and what is kept of its answers. */
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

/** Forgets the member: token, user, cart and all else that not everyone is told. */
export function logOut(): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(CHECKOUT_TOKEN);
  forgetMember();
}

/** Forgets the member, but for the token of the checkout: the server tells nobody else what that leads to. */
function forgetMember(): void {
  store.set(tokenAtom, null);
  // Where the worker keeps what the server told the member; insecure pages have no caches.
  void window.caches?.delete('member');
  queryClient.removeQueries({ predicate: ({ meta }) => !meta?.public });
}

const memberOf = (token: string | null) => readClaims(token)?.sub;

/**
 * Watches what other tabs do. When one has another member, this one begins anew, with nothing of before in its memory.
 * A logout there clears all that is kept. A session that ends there ends here, and goes on with a login there.
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

/** Ends the session with its dialog when the stored token has expired; true when it did. */
export function endExpiredSession(now = Date.now()): boolean {
  const token = store.get(tokenAtom);
  if (token === null) return false;
  const claims = readClaims(token);
  if (claims && claims.exp * 1000 >= now) return false;
  return endSession(token);
}

/** Ends the session of a token, unless another tab has logged in anew; true when it did. */
function endSession(token: string): boolean {
  if ((storedToken() ?? token) !== token) return false;
  store.set(endedMemberAtom, memberOf(token));
  forgetMember();
  store.set(sessionExpiredAtom, true);
  return true;
}

/** Takes in a good answer; one that cannot be read is null. */
type Read = (response: Response) => Promise<unknown>;

const readJson: Read = (response) => response.json().catch(() => null);

/** Asks the server at an address, as a guest's request when the session turns out to be over; gives the JSON of its answer. */
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

/** Queries the server at an address; the address is the key. */
export const queryAt = <T>(address: string) =>
  queryOptions({
    queryKey: [address],
    queryFn: ({ signal }) => send<T>('GET', address, undefined, signal),
  });

/**
 * Queries public data at an address, without a token: so the response is the one that the page fetched ahead for the
 * app. Where visitors see other prices than members, the token is sent.
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

/** Asks for what the page fetches ahead for the app; settles when all of it is there, or has failed. */
export function takePreloaded(): Promise<unknown> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[as=fetch]');
  return Promise.all(
    Array.from(links, (link) =>
      queryClient.prefetchQuery(publicQueryAt(link.getAttribute('href') ?? '')),
    ),
  );
}

/** Whether a call that was refused is to be made once more: set where people can confirm who they are. */
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
  // What comes late is for a member who is gone: it is shown to nobody else, and ends nobody else's session.
  if (token && memberOf(token) !== memberOf(now)) throw refusal(401, null);
  if (response.ok) {
    // What an envelope holds stands in its `data`.
    if (response.status !== 204) promised((promised(answer) as { data?: unknown }).data);
    return answer as T;
  }
  if (response.status === 401 && token && token === now) endSession(token);
  const refused = refusal(response.status, answer);
  if (await call.mend?.(refused)) return call(token, method, address, body, signal, read);
  throw refused;
}
