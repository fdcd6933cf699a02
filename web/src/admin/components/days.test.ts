import { expect, test } from 'vitest';
import { lastDays, monthDays } from './days';

test('the last days end today in Jakarta', () => {
  const evening = new Date('2026-02-28T18:00:00Z');
  expect(lastDays(1, evening)).toEqual(['2026-03-01', '2026-03-01']);
  expect(lastDays(7, evening)).toEqual(['2026-02-23', '2026-03-01']);
  expect(lastDays(90, new Date('2026-02-28T12:00:00Z'))).toEqual(['2025-12-01', '2026-02-28']);
});

test('gives first and last day of a Jakarta month', () => {
  // The 1st of March in Jakarta is still February in Greenwich.
  const now = new Date('2028-02-29T18:00:00Z');
  expect(monthDays(0, now)).toEqual(['2028-03-01', '2028-03-31']);
  expect(monthDays(1, now)).toEqual(['2028-02-01', '2028-02-29']);
  expect(monthDays(3, now)).toEqual(['2027-12-01', '2027-12-31']);
});
