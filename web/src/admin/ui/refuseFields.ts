import { ApiError } from '@/errors';

/** Refuses the fields of a form as the server does: throws an error with their messages, if there are any. */
export function refuseFields(wrong: { field: string; message: string }[]): void {
  const [first] = wrong;
  if (first) throw new ApiError(first.message, 422, 'invalid_field', true, { fields: wrong });
}
