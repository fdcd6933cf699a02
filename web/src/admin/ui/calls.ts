/** How the screens of this part read one thing from the server and write it back. */
import { queryOptions } from '@tanstack/react-query';
import { ApiError, queryClient, request, sentence } from '@/api/client';
import { toast } from '@/ui/toast';

/** What the server has at an address, asked anew each time that a form is opened. */
export const adminQuery = <T>(path: string) =>
  queryOptions({
    queryKey: ['member', 'office', path],
    queryFn: ({ signal }) => request<T>('GET', path, undefined, signal),
    staleTime: 0,
  });

type Kept = { queryKey: readonly unknown[] };

/** Sends a change of what `query` shows and keeps the answer; a conflict keeps what someone else has made of it. */
export async function sendOver<T>(query: Kept, send: () => Promise<T>): Promise<T> {
  try {
    const saved = await send();
    queryClient.setQueryData(query.queryKey, saved);
    return saved;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'edit_conflict') {
      const { current } = error.answer as { current?: unknown };
      if (current !== undefined) queryClient.setQueryData(query.queryKey, current);
    }
    throw error;
  }
}

/** Asks for lists again, by the beginning of their address, and for what visitors are shown of them. */
export function refresh(...paths: string[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      queryKey.some(
        (part) => typeof part === 'string' && paths.some((path) => part.startsWith(path)),
      ),
  });
}

/** Says why something was not done. */
export function complain(error: unknown): void {
  toast('error', 'Belum berhasil', sentence(error, 'Gagal menyimpan. Coba lagi.'));
}
