import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError, sentence } from '@/errors';

/**
 * Form that is sent as a whole: returns the errors by field, or one failure for the whole form,
 * with `failed` as default message. The first refused field then gets the focus.
 */
export function useSending(
  send: () => Promise<unknown>,
  failed = 'Gagal menyimpan. Isian Anda tetap ada, coba lagi.',
) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<Element | null>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    form.current = event.currentTarget;
    setBusy(true);
    setErrors({});
    setFailure(null);
    try {
      await send();
    } catch (error) {
      const answer = error instanceof ApiError ? error.answer : null;
      const { fields } = (answer ?? {}) as { fields?: { field: string; message: string }[] };
      if (fields)
        setErrors(Object.fromEntries(fields.map(({ field, message }) => [field, message])));
      else setFailure(sentence(error, failed));
    }
    setBusy(false);
  };
  return { errors, failure, busy, onSubmit: (event: FormEvent) => void submit(event) };
}
