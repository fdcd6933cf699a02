/** Files of the server that only administrators may have: a link alone would not say who asks. */
import { ApiError, endExpiredSession, OFFLINE, refusal } from '@/api/client';
import { store, tokenAtom } from '@/state';

/** Fetches a file and lets the browser keep it. */
export async function download(path: string, name: string): Promise<void> {
  endExpiredSession();
  const headers = { authorization: `Bearer ${store.get(tokenAtom) ?? ''}` };
  let file: Blob;
  try {
    const response = await fetch(path, { headers });
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
