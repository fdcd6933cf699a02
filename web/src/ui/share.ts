import { toast } from '@/ui/toast';

/** Whether the device has a sheet of its own for sharing. */
export function canShare(): boolean {
  return typeof navigator.share === 'function';
}

/** Copies an address and says so. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast('success', 'Tautan disalin', 'Tempelkan di mana saja untuk membagikannya.');
  } catch {
    toast('error', 'Tautan tidak dapat disalin.');
  }
}

/** Shares an address by the device's own sheet, or copies it where there is none. */
export async function share(what: { title: string; text?: string; url: string }): Promise<void> {
  if (!canShare()) return copyLink(what.url);
  try {
    await navigator.share(what);
  } catch (error) {
    // Closing the sheet without sharing is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError'))
      toast('error', 'Tautan tidak dapat dibagikan.');
  }
}
