import { expect, it } from 'vitest';
import { showingText } from './ShowingBadge';
import { showingOf, typedShowing } from './showing';

const starts_at = '2026-11-30T17:00:00Z';
const ends_at = '2026-12-31T16:59:59.999Z';

it('describes a schedule in Jakarta dates', () => {
  const shown = { starts_at, ends_at, switched_off: false };
  expect(showingText({ ...shown, state: 'upcoming' })).toBe('Dijadwalkan 1 Des 2026');
  expect(showingText({ ...shown, state: 'running' })).toBe('Tayang s.d. 31 Des 2026');
  expect(showingText({ state: 'running', switched_off: false })).toBe('Tayang');
  expect(showingText({ ...shown, state: 'ended' })).toBe('Berakhir 31 Des 2026');
  expect(showingText({ ...shown, state: 'off', switched_off: true })).toBe('Dimatikan');
});

it('sends an empty start or end as null', () => {
  const typed = typedShowing({ starts_at, ends_at, switched_off: false, state: 'running' });
  expect(showingOf(typed)).toEqual({ starts_at, ends_at, switched_off: false });
  expect(showingOf({ ...typed, starts_at: '', ends_at: '2027-01-01T00:00' })).toEqual({
    starts_at: null,
    ends_at: '2027-01-01T00:00:59.999+07:00',
    switched_off: false,
  });
});
