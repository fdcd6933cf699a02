/** Display period of a banner or a popup, as typed and as sent. */
import type { AdminShowing, ShowingForm } from '@/api/schema';
import { toInstant, toLocal } from './moments';

/** Display period as typed. */
export type TypedShowing = {
  /** Local time in Jakarta; empty for no limit. */
  starts_at: string;
  ends_at: string;
  /** Instants with which the form began, so that unchanged times stay exact; empty for no limit. */
  began: { starts_at: string; ends_at: string };
  switched_off: boolean;
};

/** Names of the fields in messages, such as in a conflict. */
export const showingLabels = {
  starts_at: 'waktu mulai',
  ends_at: 'waktu berakhir',
  switched_off: 'dimatikan',
};

/** Returns the fields of a banner or popup; empty ones for a new one. */
export function typedShowing(shown: AdminShowing | null): TypedShowing {
  const began = { starts_at: shown?.starts_at ?? '', ends_at: shown?.ends_at ?? '' };
  return {
    starts_at: toLocal(began.starts_at),
    ends_at: toLocal(began.ends_at),
    began,
    switched_off: shown?.switched_off ?? false,
  };
}

/** Converts the typed display period into the request's fields. */
export function showingOf({ starts_at, ends_at, began, switched_off }: TypedShowing): ShowingForm {
  return {
    starts_at: toInstant(starts_at, began.starts_at) || null,
    ends_at: toInstant(ends_at, began.ends_at, true) || null,
    switched_off,
  };
}
