/** Files that the browser keeps. */
import { query, type Path } from '@/api/calls';
import { fetchFile } from '@/api/files';
import { saveFile } from '@/ui/saveFile';

/** Fetches the file at a path, which only administrators may have, and lets the browser keep it under a name. */
export async function download<P extends Path>(
  name: string,
  ...asked: Parameters<typeof query<P>>
): Promise<void> {
  saveFile(name, await fetchFile(String(query(...asked).queryKey[0])));
}
