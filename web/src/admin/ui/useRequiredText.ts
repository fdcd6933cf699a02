import { useRestoredState } from '@/ui/useRestoredState';
import { useRef, useState, type ChangeEvent, type RefObject } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Required text of a dialog, held under a name: `field` contains the properties of its field.
 * `confirm` performs an action with the typed text, or shows the message `missing` and focuses the
 * field.
 */
export function useRequiredText<F extends Field>(name: string, missing: string) {
  const [value, setValue] = useRestoredState(name, '');
  const [error, setError] = useState<string>();
  const ref: RefObject<F | null> = useRef<F>(null);
  const onChange = ({ target }: ChangeEvent<F>) => {
    setValue(target.value);
    setError(undefined);
  };
  const confirm = (onConfirm: (typed: string) => Promise<unknown>) => {
    if (value.trim()) return onConfirm(value.trim());
    setError(missing);
    ref.current?.focus();
    return false;
  };
  return { field: { ref, value, error, onChange }, confirm };
}
