import { expect, test } from 'vitest';
import type { PlanVersion } from '@/api/schema';
import { draftOf, planOf, whole, withLevels } from './planDraft';

const newest: PlanVersion = {
  id: 7,
  created_at: '2026-11-21T00:00:00.000Z',
  personal_rate: '10.50',
  level_rates: ['8', '3.3'],
  qualification_points: 20,
  cap_percent: '40.0',
  point_value_rp: 5000,
  periods: [],
  is_used: true,
};

test('a draft begins with the newest version, and gives it back', () => {
  const draft = draftOf(newest);
  expect(draft).toMatchObject({ version: 7, levels: 2, personal_rate: '10,5', cap_percent: '40' });
  expect(planOf(draft)).toEqual({
    personal_rate: '10,5',
    level_rates: ['8', '3,3'],
    qualification_points: 20,
    cap_percent: '40',
    point_value_rp: 5000,
  });
  expect(planOf(draftOf(undefined))).toMatchObject({ level_rates: [], point_value_rp: null });
});

test('a level that was taken away comes back empty', () => {
  const draft = draftOf(newest);
  const fewer = Object.assign({ ...draft }, withLevels(draft, 1));
  expect(planOf(fewer).level_rates).toEqual(['8']);
  const more = Object.assign({ ...fewer }, withLevels(fewer, 2));
  expect(planOf(more).level_rates).toEqual(['8', '']);
});

test('whole numbers are read as people type them', () => {
  expect(['5.000', ' 12 ', '0'].map(whole)).toEqual([5000, 12, 0]);
  expect(['', '-1', '1,5', '1e3', 'x', '9'.repeat(16)].map(whole)).toEqual(Array(6).fill(null));
});
