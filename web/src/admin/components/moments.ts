/** Times as entered in a form: in Jakarta time, to the minute. */
import { jakarta } from '@/dates';

/** Formats an instant as `2026-11-21T07:00`; empty if there is none. */
export function toLocal(instant: string): string {
  const there = jakarta(instant);
  return Number.isNaN(there.getTime()) ? '' : there.toISOString().slice(0, 16);
}

/**
 * Returns the instant that was typed. `before` is the form's initial instant: an unchanged time
 * stays the same, to the millisecond. `last` includes the whole minute, as usual for an end time.
 */
export function toInstant(local: string, before: string, last = false): string {
  if (local === '' || local === toLocal(before)) return local && before;
  return `${local.slice(0, 16)}:${last ? '59.999' : '00.000'}+07:00`;
}
