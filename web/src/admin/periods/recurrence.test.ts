import { expect, test } from 'vitest';
import type { Rule } from '@/api/schema';
import { draftOf, lengths, ruleOf, ruleSentence, startDays } from './recurrence';

const weekly: Rule = { unit: 'week', length: 5, starts_day: 1, name_pattern: 'Minggu {mulai}' };
const order_window = { open_until: null, recurs: true };

test('the form sends the saved rule unchanged', () => {
  expect(ruleOf(draftOf({ rule: weekly, version: 3, order_window }))).toEqual(weekly);
  expect(lengths(weekly)).toContainEqual(['week-5', 'setiap 5 minggu']);
  expect(ruleOf(draftOf({ rule: null, version: 0, order_window }))).toEqual({
    unit: 'month',
    length: 1,
    starts_day: 1,
    name_pattern: '{bulan} {tahun}',
  });
});

test('a rule reads as a sentence', () => {
  expect(ruleSentence(weekly)).toBe('Setiap 5 minggu, mulai hari Senin');
  expect(ruleSentence({ ...weekly, unit: 'month', length: 1, starts_day: 26 })).toBe(
    'Setiap bulan, mulai tanggal 26',
  );
  expect(startDays('week-2')).toHaveLength(7);
  expect(startDays('month-1').at(-1)).toEqual(['28', 'Tanggal 28']);
});
