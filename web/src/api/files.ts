/** Files of the server that not everybody may have: a link alone would not say who asks. */
import { call, checkSession, endExpiredSession } from '@/api/client';
import { ApiError, OFFLINE, refusal } from '@/errors';
import { store, tokenAtom } from '@/state';

/** Fetches the file at an address, or what is made of something that is posted there; fails as every call does. */
export async function fetchFile(address: string, posted?: object): Promise<Blob> {
  endExpiredSession();
  const token = store.get(tokenAtom);
  const headers = { authorization: `Bearer ${token ?? ''}` };
  const post = posted && {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(posted),
  };
  try {
    const response = await fetch(address, post ?? { headers });
    const file = response.ok ? await response.blob() : null;
    const refused: unknown = file ? null : await response.json().catch(() => null);
    checkSession(token, response);
    if (!file) throw refusal(response.status, refused);
    return file;
  } catch (error) {
    if (error instanceof ApiError) {
      if (await call.mend?.(error)) return fetchFile(address, posted);
      throw error;
    }
    throw new ApiError(OFFLINE, 0, 'offline', false);
  }
}

/** What is kept of a file, by its address. */
export const fileQuery = (address: string) => ({
  queryKey: [address, 'file'],
  queryFn: () => fetchFile(address),
  staleTime: Infinity,
});
