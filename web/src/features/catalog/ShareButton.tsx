import { Share2 } from 'lucide-react';
import { toast } from '@/ui/toast';

/** Shares the page by the device's own sheet, or copies its address. */
export function ShareButton({ title }: { title: string }) {
  const share = async () => {
    const url = window.location.href;
    try {
      if (navigator.share) await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        toast('success', 'Tautan disalin', 'Tempelkan di mana saja untuk membagikannya.');
      }
    } catch (error) {
      // Closing the sheet without sharing is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toast('error', 'Tautan tidak dapat dibagikan.');
    }
  };
  return (
    <button
      type="button"
      aria-label="Bagikan produk"
      onClick={() => void share()}
      className="grid size-11 shrink-0 place-items-center rounded-full border border-edge hover:border-brand hover:text-brand"
    >
      <Share2 size={18} />
    </button>
  );
}
