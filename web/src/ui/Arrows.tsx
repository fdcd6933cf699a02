import { ChevronLeft, ChevronRight } from 'lucide-react';

type ArrowProps = {
  label: string;
  /**
   * Whether there is nothing more on this side; the arrow is then hidden, unless it has the
   * keyboard focus.
   */
  off: boolean;
  onStep: (direction: 1 | -1) => void;
  className: string;
};

type Props = {
  /** Accessible names of the two arrows. */
  previous: string;
  next: string;
  /** Whether the first slide of the row is shown (`start`), or the last one (`end`). */
  start: boolean;
  end: boolean;
  onStep: ArrowProps['onStep'];
  /** Vertical position as classes, and `--inset`, the distance from the row's sides. */
  className: string;
};

const look =
  'absolute hidden size-11 -translate-y-1/2 place-items-center rounded-full border border-line bg-surface text-ink shadow-md aria-disabled:opacity-50 aria-disabled:not-focus-visible:invisible not-aria-disabled:hover:text-brand sm:grid';

function Arrow({ label, off, onStep, className, direction }: ArrowProps & { direction: 1 | -1 }) {
  const Icon = direction === 1 ? ChevronRight : ChevronLeft;
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={off}
      onClick={() => !off && onStep(direction)}
      className={`${look} ${className}`}
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}

/** Arrows that step through a row of slides; hidden where fingers swipe it. */
export function Arrows({ previous, next, start, end, onStep, className }: Props) {
  const left = `${className} left-(--inset)`;
  const right = `${className} right-(--inset)`;
  return (
    <>
      <Arrow label={previous} off={start} onStep={onStep} direction={-1} className={left} />
      <Arrow label={next} off={end} onStep={onStep} direction={1} className={right} />
    </>
  );
}
