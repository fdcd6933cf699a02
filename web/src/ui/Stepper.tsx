import { Minus, Plus } from 'lucide-react';
import { useHydrated } from '@/ui/useHydrated';

type Props = {
  label: string;
  value: number;
  canDecrease: boolean;
  canIncrease: boolean;
  onStep: (step: 1 | -1) => void;
};

const knob =
  'grid size-11 place-items-center rounded-full text-brand hover:bg-brand-soft aria-disabled:text-muted aria-disabled:opacity-50 aria-disabled:hover:bg-transparent';

/**
 * A quantity between a minus and a plus. A button at the limit is only marked as disabled: keyboard
 * users would lose their place on a really disabled one.
 */
export function Stepper({ label, value, canDecrease, canIncrease, onStep }: Props) {
  const hydrated = useHydrated();
  // The build draws the stepper without a quantity: the limits are set once the app runs.
  const disabled = (can: boolean) => (hydrated ? !can : undefined);
  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex items-center rounded-full border border-edge bg-surface"
    >
      <button
        type="button"
        className={knob}
        aria-label="Kurangi jumlah"
        disabled={!hydrated}
        aria-disabled={disabled(canDecrease)}
        onClick={() => canDecrease && onStep(-1)}
      >
        <Minus size={16} />
      </button>
      <output className="min-w-8 text-center text-sm font-semibold tabular-nums">{value}</output>
      <button
        type="button"
        className={knob}
        aria-label="Tambah jumlah"
        disabled={!hydrated}
        aria-disabled={disabled(canIncrease)}
        onClick={() => canIncrease && onStep(1)}
      >
        <Plus size={16} />
      </button>
    </div>
  );
}
