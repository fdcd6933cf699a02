/** Files of the server that not everybody may have: a link alone would not say who asks. */
import { send } from '@/api/client';
import { ApiError, OFFLINE } from '@/errors';

const readFile = (response: Response) =>
  response.blob().catch(() => {
    throw new ApiError(OFFLINE, 0, 'offline', false);
  });

/** Fetches the file at an address, or what is made of something that is posted there; fails as every call does. */
export const fetchFile = (address: string, posted?: object) =>
  send<Blob>(posted ? 'POST' : 'GET', address, posted, undefined, readFile);

/** Queries a file by its address, and caches it. */
export const fileQuery = (address: string) => ({
  queryKey: [address, 'file'],
  queryFn: () => fetchFile(address),
  staleTime: Infinity,
});
