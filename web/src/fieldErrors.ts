/** Refusals of form fields, by the server or by the page itself. */
import { ApiError } from '@/errors';

type Refused = { field: string; message: string };

/** Message of each refused field, by its name. */
type Errors<Field extends string> = Partial<Record<Field, string>>;

/** Returns the fields that a failed call refused, in the server's order; undefined for any other failure. */
export function refusedFields(error: unknown): Refused[] | undefined {
  const answer = error instanceof ApiError ? error.answer : null;
  return ((answer ?? {}) as { fields?: Refused[] }).fields;
}

/** Returns the message of each refused field, the first one if there are several. */
export function byField<Field extends string = string>(fields: Refused[]): Errors<Field> {
  const errors: Record<string, string> = {};
  for (const { field, message } of fields) errors[field] ??= message;
  return errors as Errors<Field>;
}

/** Returns the messages of a failed call by field; empty if it refused no field. */
export const fieldErrors = <Field extends string = string>(error: unknown): Errors<Field> =>
  byField<Field>(refusedFields(error) ?? []);

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
