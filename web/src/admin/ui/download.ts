/** Files of the server that only administrators may have: a link alone would not say who asks. */
import { query, type Path } from '@/api/calls';
import { endExpiredSession } from '@/api/client';
import { ApiError, OFFLINE, refusal } from '@/errors';
import { store, tokenAtom } from '@/state';

/** Fetches the file at a path and lets the browser keep it under a name. */
export async function download<P extends Path>(
  name: string,
  ...asked: Parameters<typeof query<P>>
): Promise<void> {
  endExpiredSession();
  const headers = { authorization: `Bearer ${store.get(tokenAtom) ?? ''}` };
  let file: Blob;
  try {
    const response = await fetch(String(query(...asked).queryKey[0]), { headers });
    if (!response.ok) throw refusal(response.status, await response.json().catch(() => null));
    file = await response.blob();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(OFFLINE, 0, 'offline', false);
  }
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
