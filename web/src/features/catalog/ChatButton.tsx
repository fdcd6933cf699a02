import { MessageCircleQuestionMark } from 'lucide-react';
import { useRef, useState, type ComponentType } from 'react';
import { OFFLINE } from '@/errors';
import type { Product } from '@/api/schema';
import { toast } from '@/ui/toast';
import type { ChatProps } from './Chat';

/**
 * Opens the assistant, which is fetched at its first use and keeps its conversation while closed.
 */
export function ChatButton({ product }: { product: Product }) {
  const [Chat, setChat] = useState<ComponentType<ChatProps> | null>(null);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  const toggle = async () => {
    try {
      const { Chat: loaded } = await import('./Chat');
      setChat(() => loaded);
      setOpen(!open);
    } catch {
      toast('error', OFFLINE);
    }
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        onClick={() => void toggle()}
        className="mt-3 flex min-h-11 w-full items-center gap-3 rounded-2xl border border-edge bg-surface px-4 py-2.5 text-left text-sm font-semibold hover:border-brand hover:text-brand"
      >
        <MessageCircleQuestionMark aria-hidden size={20} className="text-brand" />
        Tanya tentang produk ini
      </button>
      {Chat && <Chat product={product} open={open} onClose={close} />}
    </>
  );
}
