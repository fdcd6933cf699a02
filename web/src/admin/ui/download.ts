/** Files of the server that only administrators may have. */
import { query, type Path } from '@/api/calls';
import { fetchFile } from '@/api/files';

/** Fetches the file at a path and lets the browser keep it under a name. */
export async function download<P extends Path>(
  name: string,
  ...asked: Parameters<typeof query<P>>
): Promise<void> {
  const address = URL.createObjectURL(await fetchFile(String(query(...asked).queryKey[0])));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
