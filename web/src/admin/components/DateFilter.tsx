import { useState, type ComponentProps } from 'react';
import { isDay } from '@/admin/ui/useFilters';
import { inputClass } from '@/ui/Field';
import { useAddressParams } from '@/ui/useAddressParams';
import { useChooseParam } from '@/ui/useChooseParam';

type DayProps = {
  name: 'from' | 'to';
  /** Day that applies if none is chosen. */
  fallback?: string;
} & Pick<ComponentProps<'input'>, 'max' | 'className'>;

/**
 * Input that writes a day to the page's address once it is complete: a year that is being typed
 * first reads as 2 or 202.
 */
export function DayInput({ name, fallback = '', ...input }: DayProps) {
  const kept = useAddressParams().get(name) ?? '';
  const choose = useChooseParam<DayProps['name']>();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      {...input}
      type="date"
      value={typed ?? (isDay(kept) ? kept : fallback)}
      onChange={({ target: { value, validity } }) => {
        // The value is also empty while the day is incomplete; only then is `badInput` true.
        const isCleared = value === '' && !validity.badInput;
        setTyped(isCleared || isDay(value) ? null : value);
        if (isCleared || isDay(value)) choose(name, value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** Filters a list by a day. */
export function DateFilter({ label, ...day }: { label: string } & DayProps) {
  return (
    <label className="block text-xs text-muted">
      {label}
      <DayInput {...day} className={`${inputClass(false)} mt-1`} />
    </label>
  );
}
