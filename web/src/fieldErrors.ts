/** Refusals of form fields, by the server or by the page itself. */
import { ApiError } from '@/errors';

type Refused = { field: string; message: string };

/** Returns the message of each refused field, the first one if there are several; empty for any other failure. */
export function fieldErrors<Field extends string = string>(
  error: unknown,
): Partial<Record<Field, string>> {
  const answer = error instanceof ApiError ? error.answer : null;
  const { fields = [] } = (answer ?? {}) as { fields?: Refused[] };
  const errors: Record<string, string> = {};
  for (const { field, message } of fields) errors[field] ??= message;
  return errors as Partial<Record<Field, string>>;
}

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
