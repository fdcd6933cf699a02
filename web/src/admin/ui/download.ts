/** Files that the browser saves. */
import { query, type Path } from '@/api/calls';
import { fetchFile } from '@/api/files';
import { saveFile } from '@/ui/saveFile';

/**
 * Fetches the file at a path that only administrators may read, and lets the browser save it under
 * a name.
 */
export async function download<P extends Path>(
  name: string,
  ...asked: Parameters<typeof query<P>>
): Promise<void> {
  saveFile(name, await fetchFile(String(query(...asked).queryKey[0])));
}
