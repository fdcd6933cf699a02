import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';

type Props = {
  label: string;
  /** List items with the class `slide`. */
  children: ReactNode;
  busy?: boolean;
  /** `--slides`, how many fit, and `--gap` between them, as classes. */
  className: string;
};

/** Slides in a row that is swiped, scrolled, or stepped through by arrows. */
export function SlideRow({ label, children, busy = false, className }: Props) {
  const row = useRef<HTMLUListElement>(null);
  const [{ start, end }, setEnds] = useState({ start: true, end: true });

  useEffect(() => {
    const frame = row.current;
    if (!frame) return;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = frame;
      setEnds({ start: scrollLeft < 2, end: scrollLeft + clientWidth > scrollWidth - 2 });
    };
    // Tells at once, when everything has its place.
    const sizes = new ResizeObserver(measure);
    sizes.observe(frame);
    // Its content grows when what was loading arrives.
    const contents = new MutationObserver(measure);
    contents.observe(frame, { childList: true });
    frame.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      contents.disconnect();
      frame.removeEventListener('scroll', measure);
    };
  }, []);

  const step = (direction: 1 | -1) => {
    const frame = row.current;
    frame?.scrollBy({ left: direction * frame.clientWidth * 0.8, behavior: 'smooth' });
  };

  return (
    <div className="relative">
      <ul
        ref={row}
        aria-label={label}
        aria-busy={busy}
        // A row of plain texts could not be scrolled by keyboard otherwise.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        // On a phone the row runs to the edges of the screen.
        className={`-mx-4 slides scroll-px-4 px-4 sm:mx-0 sm:scroll-px-0 sm:px-0 ${className}`}
      >
        {children}
      </ul>
      <Arrow side="left" label={`${label}: sebelumnya`} hidden={start} onClick={() => step(-1)} />
      <Arrow side="right" label={`${label}: berikutnya`} hidden={end} onClick={() => step(1)} />
    </div>
  );
}

type ArrowProps = { side: 'left' | 'right'; label: string; hidden: boolean; onClick: () => void };

function Arrow({ side, label, hidden, onClick }: ArrowProps) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`absolute top-1/2 ${side === 'left' ? '-left-3' : '-right-3'} size-11 -translate-y-1/2 place-items-center rounded-full border border-line bg-surface text-ink shadow-md hover:text-brand ${hidden ? 'hidden' : 'hidden sm:grid'}`}
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}
