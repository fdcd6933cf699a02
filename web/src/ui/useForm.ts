import { useEffect, useMemo, useRef, type FormEvent } from 'react';
import { sentence } from '@/errors';
import { fieldErrors } from '@/fieldErrors';
import { useMutation } from '@/ui/useMutation';

/**
 * Form that is sent as a whole: returns the errors by field, or one failure for the whole form,
 * with `failed` as default message. The first refused field then gets the focus.
 */
export function useForm(
  send: () => Promise<unknown>,
  failed = 'Gagal menyimpan. Isian Anda tetap ada, coba lagi.',
) {
  const { mutate, isPending, error, reset } = useMutation(send);
  const errors = useMemo(() => fieldErrors(error), [error]);
  const form = useRef<Element | null>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  return {
    errors,
    error,
    failure: error && Object.keys(errors).length === 0 ? sentence(error, failed) : null,
    isPending,
    reset,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      form.current = event.currentTarget;
      mutate();
    },
  };
}
