import type { AdminShowing, ShowingState } from '@/api/schema';
import { dateTime } from '@/dates';
import { Badge, type Tone } from '@/ui/Badge';

const tones: Record<ShowingState, Tone> = {
  running: 'good',
  upcoming: 'info',
  ended: 'plain',
  off: 'waiting',
};

/** Returns the date of an instant: `1 Des 2026`. */
const day = (instant: string) => dateTime(instant).split(',')[0];

/** Describes the state of a banner or popup, such as scheduled or ended. */
export function showingText({ state, starts_at, ends_at }: AdminShowing): string {
  if (state === 'off') return 'Dimatikan';
  if (state === 'upcoming') return `Dijadwalkan ${day(starts_at ?? '')}`;
  if (state === 'ended') return `Berakhir ${day(ends_at ?? '')}`;
  return ends_at ? `Tayang s.d. ${day(ends_at)}` : 'Tayang';
}

/** Badge with the state of a banner or popup. */
export function ShowingBadge({ shown }: { shown: AdminShowing }) {
  return <Badge tone={tones[shown.state]}>{showingText(shown)}</Badge>;
}
