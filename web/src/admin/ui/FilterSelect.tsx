import { inputClass } from '@/ui/Field';
import { useAddressParams } from '@/ui/useAddressParams';
import { useChooseParam } from '@/ui/useChooseParam';
import type { Options } from './useFilters';

type Props = {
  /** Query parameter of the page's address that holds the value. */
  name: string;
  label: string;
  options: Options;
};

/** Select that filters a list; its value is stored in the page's address. */
export function FilterSelect({ name, label, options }: Props) {
  const value = useAddressParams().get(name) ?? '';
  const choose = useChooseParam();
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => choose(name, event.target.value)}
      className={inputClass(false)}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
