import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Arrows } from '@/ui/Arrows';
import { scrollBehavior } from '@/ui/useSlides';

type Props = {
  label: string;
  /** List items with the class `slide`. */
  children: ReactNode;
  busy?: boolean;
  /** Classes with `--slides`, the number that fit, and `--gap` between them. */
  className: string;
};

/** Row of slides that is swiped, scrolled, or stepped through by arrows. */
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
    // The observer reports at once, when the layout is complete.
    const sizes = new ResizeObserver(measure);
    sizes.observe(frame);
    // The content grows when loaded slides arrive.
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
    frame?.scrollBy({ left: direction * frame.clientWidth * 0.8, behavior: scrollBehavior() });
  };

  return (
    <div className="relative">
      <ul
        ref={row}
        aria-label={label}
        aria-busy={busy}
        // Otherwise a row of plain texts could not be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        // On a phone the row extends to the edges of the screen.
        className={`-mx-4 slides scroll-px-4 px-4 sm:mx-0 sm:scroll-px-0 sm:px-0 ${className}`}
      >
        {children}
      </ul>
      <Arrows
        previous={`${label}: sebelumnya`}
        next={`${label}: berikutnya`}
        start={start}
        end={end}
        onStep={step}
        className="top-1/2 [--inset:--spacing(-3)]"
      />
    </div>
  );
}
