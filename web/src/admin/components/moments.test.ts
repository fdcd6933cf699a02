import { expect, it } from 'vitest';
import { toInstant, toLocal } from './moments';

it('shows instants in Jakarta time', () => {
  expect(toLocal('2026-11-20T17:30:12.345Z')).toBe('2026-11-21T00:30');
  expect(toLocal('')).toBe('');
});

it('keeps the milliseconds of an unchanged time', () => {
  const before = '2026-11-20T17:30:12.345Z';
  expect(toInstant('2026-11-21T00:30', before)).toBe(before);
  expect(toInstant('2026-11-21T00:31', before)).toBe('2026-11-21T00:31:00.000+07:00');
  expect(toInstant('2026-11-30T23:59', '', true)).toBe('2026-11-30T23:59:59.999+07:00');
  expect(toInstant('', before)).toBe('');
});
