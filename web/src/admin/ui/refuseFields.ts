import { ApiError } from '@/errors';

type Refused = { field: string; message: string };

function refusal(first: Refused, all: Refused[]): ApiError {
  return new ApiError(first.message, 422, 'invalid_field', true, { fields: all });
}

/** Returns the error with which the server would refuse a field. */
export function refused(field: string, message: string): ApiError {
  const wrong = { field, message };
  return refusal(wrong, [wrong]);
}

/** Refuses the fields of a form as the server does, if there are any. */
export function refuseFields(wrong: Refused[]): void {
  const [first] = wrong;
  if (first) throw refusal(first, wrong);
}
