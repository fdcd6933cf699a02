/** Moments as a form asks for them: on the clocks of Jakarta, to the minute. */
import { jakarta } from '@/dates';

/** `2026-11-21T07:00` for an instant; nothing for none. */
export function toLocal(instant: string): string {
  const there = jakarta(instant);
  return Number.isNaN(there.getTime()) ? '' : there.toISOString().slice(0, 16);
}

/**
 * The instant that was typed. `before` is the one that the form began with: what was not changed stays as it is, to the
 * millisecond. `last` takes the whole minute, as people mean it when they say until when.
 */
export function toInstant(local: string, before: string, last = false): string {
  if (local === '' || local === toLocal(before)) return local && before;
  return `${local.slice(0, 16)}:${last ? '59.999' : '00.000'}+07:00`;
}
