import { expect, test } from 'vitest';
import { lastDays } from './days';

test('the last days end today in Jakarta, where it may be tomorrow already', () => {
  const evening = new Date('2026-02-28T18:00:00Z');
  expect(lastDays(1, evening)).toEqual(['2026-03-01', '2026-03-01']);
  expect(lastDays(7, evening)).toEqual(['2026-02-23', '2026-03-01']);
  expect(lastDays(90, new Date('2026-02-28T12:00:00Z'))).toEqual(['2025-12-01', '2026-02-28']);
});
