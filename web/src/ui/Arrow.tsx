import { ChevronLeft, ChevronRight } from 'lucide-react';

type Props = {
  side: 'left' | 'right';
  label: string;
  /** Whether there is nothing more on this side; it is not seen then. */
  off: boolean;
  onClick: () => void;
  /** Where it lies. */
  className: string;
};

/** Steps through a row of slides; where fingers swipe it is not seen. */
export function Arrow({ side, label, off, onClick, className }: Props) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={label}
      disabled={off}
      onClick={onClick}
      className={`absolute hidden size-11 -translate-y-1/2 place-items-center rounded-full border border-line bg-surface text-ink shadow-md hover:text-brand disabled:invisible sm:grid ${className}`}
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}
