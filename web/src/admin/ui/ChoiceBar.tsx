import type { ReactNode } from 'react';
import { number } from '@/format';

type Props = {
  /** Number of chosen items. */
  count: number;
  /** Name of the chosen items, in lower case. */
  what: string;
  onClear: () => void;
  /** Content next to the count. */
  more?: ReactNode;
  /** Actions for the chosen items. */
  children: ReactNode;
};

/** Bar of actions for the chosen rows of a list, at the foot of the screen. */
export function ChoiceBar({ count, what, onClear, more, children }: Props) {
  return (
    <section
      aria-label={`${what[0]?.toUpperCase()}${what.slice(1)} yang dipilih`}
      data-sticky-bar
      className="sticky bottom-0 z-20 order-last mt-6 -mx-4 border-t border-line bg-paper/95 px-4 py-3 backdrop-blur sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8"
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <p role="status" className="text-sm font-medium">
          {number(count)} {what} dipilih
        </p>
        {more}
        <button
          type="button"
          onClick={onClear}
          className="min-h-11 px-2 text-sm text-brand underline underline-offset-4"
        >
          Batal pilih
        </button>
      </div>
      {children}
    </section>
  );
}
