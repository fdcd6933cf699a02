import { Share2 } from 'lucide-react';
import { share } from '@/ui/share';

const round =
  'grid size-11 shrink-0 place-items-center rounded-full border border-edge hover:border-brand hover:text-brand';

function address(): string {
  return window.location.origin + window.location.pathname;
}

/** Shares the page by the device's sharing sheet or by WhatsApp, or copies its address. */
export function ShareButtons({ title, text }: { title: string; text: string }) {
  return (
    <>
      <button
        type="button"
        aria-label="Bagikan produk"
        onClick={() => void share({ title, text, url: address() })}
        className={round}
      >
        <Share2 size={18} />
      </button>
      <a
        href={`https://wa.me/?text=${encodeURIComponent(`${text}\n${address()}`)}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label="Bagikan lewat WhatsApp"
        className={round}
      >
        <WhatsAppIcon />
      </a>
    </>
  );
}

/** A telephone in a speech bubble. */
function WhatsAppIcon() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      width={19}
      height={19}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M3 21l1.65-4.6A8.9 8.9 0 1 1 8 19.6z" />
      <path d="M9 9.2c0 3.4 2.4 5.8 5.8 5.8.7 0 1.2-.5 1.2-1.2l-1.8-.9-.8.7c-1.2-.5-1.9-1.2-2.4-2.4l.7-.8L10.8 8C9.5 8 9 8.5 9 9.2z" />
    </svg>
  );
}
