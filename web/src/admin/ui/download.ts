/** Files that the browser keeps. */
import { query, type Path } from '@/api/calls';
import { fetchFile } from '@/api/files';

/** Fetches the file at a path, which only administrators may have, and lets the browser keep it under a name. */
export async function download<P extends Path>(
  name: string,
  ...asked: Parameters<typeof query<P>>
): Promise<void> {
  keepFile(name, await fetchFile(String(query(...asked).queryKey[0])));
}

/** Lets the browser keep a file under a name. */
export function keepFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
