import { fetchFile } from '@/api/files';
import { keepFile } from '@/ui/keepFile';

/** Fetches everything that is kept of a member, and lets the browser keep it. */
export async function takeAlong(uid: string): Promise<void> {
  keepFile(`data-saya-${uid}.zip`, await fetchFile('/api/me/export'));
}
