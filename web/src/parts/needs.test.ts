import { expect, test } from 'vitest';
import { needHas, needMissing } from './needs';

const points = { metric: 'pv' };

test.each([
  [{ has: 12, at_least: 20, is_met: false }, '12 dari 20 poin', 'kurang 8 poin'],
  [{ has: 20, at_least: 20, is_met: true }, '20 dari 20 poin', 'terpenuhi'],
  [{ has: 258, at_least: 20, is_met: true }, '258 poin, perlu 20', 'terpenuhi'],
])('%o is read as what there is and what is missing', (measured, has, missing) => {
  expect(needHas(points, measured)).toBe(has);
  expect(needMissing(points, measured)).toBe(missing);
});
