import { ArrowUp, RotateCcw, Square, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { MAX_QUESTION } from '@/api/chat';
import type { Product } from '@/api/schema';
import { inputClass } from '@/ui/Field';
import { type Exchange, isUnanswered, useChat } from './useChat';

/** Product that the assistant is about, and whether it is open. */
export type ChatProps = { product: Product; open: boolean; onClose: () => void };

const SUGGESTIONS = [
  'Bagaimana cara pakainya?',
  'Apa komposisinya?',
  'Bagaimana cara menyimpannya?',
  'Berapa BV-nya?',
];

/**
 * Maximum distance from the end of the conversation at which scrolling still follows the answer, in
 * pixels.
 */
const NEAR_END = 48;

/** The assistant: a panel above the fixed buttons that answers questions about a product. */
export function Chat({ product, open, onClose }: ChatProps) {
  const { exchanges, last, busy, ask, stop } = useChat(product.id);
  const [text, setText] = useState('');
  const title = useId();
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { talk, onScroll } = useFollowedEnd(exchanges, open);
  const length = [...text.trim()].length;

  useEffect(() => {
    if (!open) return;
    // On a phone the keyboard would cover the suggestions.
    const target = matchMedia('(pointer: coarse)').matches ? panel.current : field.current;
    target?.focus({ preventScroll: true });
  }, [open]);

  useEffect(() => {
    const box = panel.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) onClose();
    };
    box?.addEventListener('keydown', onKeyDown);
    return () => box?.removeEventListener('keydown', onKeyDown);
  }, [onClose]);

  const send = (question: string) => {
    if (busy || !question) return;
    void ask(question);
  };
  const sendTyped = () => {
    if (busy || length === 0) return;
    send(text.trim());
    setText('');
    field.current?.focus();
  };
  /**
   * Sends a suggestion. The pressed button disappears, so the focus moves to the place of the
   * answer.
   */
  const sendPressed = (question: string) => {
    send(question);
    talk.current?.focus({ preventScroll: true });
  };
  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={title}
      tabIndex={-1}
      className={`fixed inset-x-2 bottom-20 z-25 max-h-[min(34rem,calc(100dvh-10rem))] flex-col rounded-3xl border border-line bg-surface shadow-2xl sm:right-[max(1.5rem,calc(50vw-34.5rem))] sm:left-auto sm:w-96 [@media(max-height:28rem)]:bottom-2 [@media(max-height:28rem)]:z-35 [@media(max-height:28rem)]:max-h-[calc(100dvh-1rem)] ${open ? 'flex' : 'hidden'}`}
    >
      <header className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 id={title} className="min-w-0 flex-1">
          <span className="block font-display text-lg leading-tight font-semibold">
            Tanya tentang produk ini
          </span>
          <span className="block truncate text-xs text-muted">{product.name}</span>
        </h2>
        <button
          type="button"
          aria-label="Tutup percakapan"
          onClick={onClose}
          className="grid size-11 place-items-center rounded-full hover:bg-brand-soft hover:text-brand"
        >
          <X aria-hidden size={20} />
        </button>
      </header>
      <div
        ref={talk}
        role="group"
        aria-label="Percakapan"
        tabIndex={-1}
        onScroll={onScroll}
        className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain p-4"
      >
        {exchanges.length === 0 && <Suggestions onChoose={sendPressed} />}
        {exchanges.map((exchange) => (
          <Spoken
            key={exchange.id}
            exchange={exchange}
            onRepeat={
              exchange === last && isUnanswered(exchange)
                ? () => sendPressed(exchange.question)
                : null
            }
          />
        ))}
      </div>
      <p role="status" className="sr-only">
        {open && last && announcement(last)}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) stop();
          else sendTyped();
        }}
        className="border-t border-line p-3"
      >
        <div className="flex items-end gap-2">
          <textarea
            ref={field}
            aria-label="Pertanyaan Anda"
            aria-describedby={`${title}-note`}
            placeholder="Tulis pertanyaan…"
            rows={1}
            maxLength={MAX_QUESTION}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              sendTyped();
            }}
            className={`${inputClass(false)} field-sizing-content max-h-28 resize-none`}
          />
          <button
            type="submit"
            aria-label={busy ? 'Hentikan jawaban' : 'Kirim pertanyaan'}
            disabled={!busy && length === 0}
            className="grid size-11 shrink-0 place-items-center rounded-full bg-brand text-on-brand hover:bg-brand-strong disabled:opacity-55"
          >
            {busy ? (
              <Square aria-hidden size={16} fill="currentColor" />
            ) : (
              <ArrowUp aria-hidden size={20} />
            )}
          </button>
        </div>
        <p
          id={`${title}-note`}
          className="mt-1.5 flex justify-between gap-3 px-1 text-xs text-muted"
        >
          <span>Jawaban otomatis. Jangan tulis data pribadi.</span>
          <span className="tabular-nums">
            {text.length}/{MAX_QUESTION}
          </span>
        </p>
      </form>
    </div>
  );
}

/**
 * Returns the text for a screen reader: first that an answer is coming, and then the whole answer
 * at once.
 */
function announcement({ state, answer, problem }: Exchange): string {
  if (state === 'asking') return 'Sedang menjawab';
  if (state === 'stopped') return 'Jawaban dihentikan';
  return [answer, problem].filter(Boolean).join(' ');
}

/** Keeps the end of the conversation in view, unless the visitor has scrolled back to read. */
function useFollowedEnd(exchanges: Exchange[], open: boolean) {
  const talk = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const newest = useRef<number | undefined>(undefined);
  useEffect(() => {
    const box = talk.current;
    if (!box || !open) return;
    const last = exchanges.at(-1)?.id;
    // A new question is always shown.
    if (following.current || newest.current !== last) box.scrollTop = box.scrollHeight;
    newest.current = last;
  }, [exchanges, open]);
  useEffect(() => {
    const box = talk.current;
    if (!box) return;
    // The visible area shrinks when the question grows, and when a phone is rotated.
    const observer = new ResizeObserver(() => {
      if (following.current) box.scrollTop = box.scrollHeight;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const onScroll = () => {
    const box = talk.current;
    if (box) following.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END;
  };
  return { talk, onScroll };
}

function Suggestions({ onChoose }: { onChoose: (question: string) => void }) {
  return (
    <div>
      <p className="text-sm text-muted">Ada yang ingin Anda ketahui? Pilih, atau tulis sendiri.</p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {SUGGESTIONS.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={() => onChoose(question)}
              className="min-h-11 rounded-full border border-edge px-4 py-2 text-left text-sm hover:border-brand hover:text-brand"
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Spoken({ exchange, onRepeat }: { exchange: Exchange; onRepeat: (() => void) | null }) {
  const { question, answer, state, problem } = exchange;
  return (
    <article aria-label={question} aria-busy={state === 'asking'} className="grid gap-2 text-sm">
      <p className="ml-8 justify-self-end rounded-2xl rounded-br-md bg-brand px-4 py-2.5 break-words whitespace-pre-line text-on-brand">
        {question}
      </p>
      {answer && (
        <p className="mr-8 justify-self-start rounded-2xl rounded-bl-md bg-sunken px-4 py-2.5 leading-normal break-words whitespace-pre-line">
          {answer}
        </p>
      )}
      {state === 'asking' && !answer && (
        <p className="mr-8 animate-pulse justify-self-start rounded-2xl rounded-bl-md bg-sunken px-4 py-2.5 text-muted">
          Sedang menjawab…
        </p>
      )}
      {state === 'stopped' && <p className="text-muted">Jawaban dihentikan.</p>}
      {problem && <p className="text-danger">{problem}</p>}
      {onRepeat && (
        <button
          type="button"
          onClick={onRepeat}
          className="inline-flex min-h-11 items-center gap-2 justify-self-start rounded-full px-3 font-semibold text-brand hover:bg-brand-soft"
        >
          <RotateCcw aria-hidden size={16} /> Tanya lagi
        </button>
      )}
    </article>
  );
}
