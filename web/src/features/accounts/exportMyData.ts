import { fetchFile } from '@/api/files';
import { saveFile } from '@/ui/saveFile';

/** Fetches all data stored about a member, and lets the browser save them. */
export async function exportMyData(uid: string): Promise<void> {
  saveFile(`data-saya-${uid}.zip`, await fetchFile('/api/me/export'));
}
