import { fetchFile } from '@/api/files';
import { saveFile } from '@/ui/saveFile';

/** Fetches everything that is kept of a member, and lets the browser keep it. */
export async function takeAlong(uid: string): Promise<void> {
  saveFile(`data-saya-${uid}.zip`, await fetchFile('/api/me/export'));
}
