import { useSearchParams } from 'react-router-dom';
import { inputClass } from '@/ui/Field';
import { useChooseParam } from '@/ui/useChooseParam';

type Props = {
  name: 'from' | 'to';
  label: string;
  /** The day that is meant where none is chosen. */
  fallback?: string;
};

/** Narrows a list by a day; it stands in the page's address. */
export function DateFilter({ name, label, fallback = '' }: Props) {
  const value = useSearchParams()[0].get(name) ?? fallback;
  const choose = useChooseParam();
  return (
    <label className="block text-xs text-muted">
      {label}
      <input
        type="date"
        value={value}
        onChange={(event) => choose(name, event.target.value)}
        className={`${inputClass(false)} mt-1`}
      />
    </label>
  );
}
