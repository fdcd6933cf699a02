import type { FormEvent } from 'react';

/** Returns a form's handler that calls a function instead of loading another page. */
export const handleSubmit = (submit: () => void) => (event: FormEvent) => {
  event.preventDefault();
  submit();
};
