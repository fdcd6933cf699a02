/** Files of the server with restricted access: a plain link would not identify the caller. */
import { send } from '@/api/client';
import { ApiError, OFFLINE } from '@/errors';

const readFile = (response: Response) =>
  response.blob().catch(() => {
    throw new ApiError(OFFLINE, 0, 'offline', false);
  });

/** Fetches the file at an address, or a file made from posted data; fails like every call. */
export const fetchFile = (address: string, posted?: object) =>
  send<Blob>(posted ? 'POST' : 'GET', address, posted, undefined, readFile);

/** Queries a file by its address, and caches it. */
export const fileQuery = (address: string) => ({
  queryKey: [address, 'file'],
  queryFn: () => fetchFile(address),
  staleTime: Infinity,
});
