import { useSearchParams } from 'react-router-dom';
import { inputClass } from '@/ui/Field';
import { useChooseParam } from '@/ui/useChooseParam';

/** Narrows a list by a day; it stands in the page's address. */
export function DateFilter({ name, label }: { name: 'from' | 'to'; label: string }) {
  const value = useSearchParams()[0].get(name) ?? '';
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
