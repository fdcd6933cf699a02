import { toast } from '@/ui/toast';

/** Whether the device has its own sheet for sharing. */
export function canShare(): boolean {
  return typeof navigator.share === 'function';
}

/** Copies a text and shows a notice, in which `what` is the name of the text. */
export async function copyText(text: string, what: string, then?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast('success', `${what} disalin`, then);
  } catch {
    toast('error', `${what} tidak dapat disalin.`);
  }
}

/** Copies an address to be shared. */
export const copyLink = (url: string) =>
  copyText(url, 'Tautan', 'Tempelkan di mana saja untuk membagikannya.');

/** Shares an address by the device's own sheet, or copies it where there is none. */
export async function share(what: { title: string; text?: string; url: string }): Promise<void> {
  if (!canShare()) return copyLink(what.url);
  try {
    await navigator.share(what);
  } catch (error) {
    // Closing the sheet without sharing is not an error.
    if (!(error instanceof DOMException && error.name === 'AbortError'))
      toast('error', 'Tautan tidak dapat dibagikan.');
  }
}
