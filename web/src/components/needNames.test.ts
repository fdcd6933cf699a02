import { expect, test } from 'vitest';
import { needHas, needMissing, passedBy } from './needNames';

const points = { metric: 'pv' };

test.each([
  [{ has: 12, at_least: 20, is_met: false }, '12 dari 20 poin', 'kurang 8 poin'],
  [{ has: 20, at_least: 20, is_met: true }, '20 dari 20 poin', 'terpenuhi'],
  [{ has: 258, at_least: 20, is_met: true }, '258 poin, perlu 20', 'terpenuhi'],
])('%o shows the current and the missing amount', (measured, has, missing) => {
  expect(needHas(points, measured)).toBe(has);
  expect(needMissing(points, measured)).toBe(missing);
});

const few = { metric: 'pv', volume: 'both', at_least: 20, has: 12, is_met: false };
const held = { metric: 'rank', rank_name: 'Manager', at_least: 1, has: 0, is_met: false };

test.each([
  [
    { kind: 'level', members: 3, points: 450, needs: [few] },
    '450 poin dari 3 anggota lewat tanpa bonus, karena poin pribadi baru 12 dari 20 poin.',
  ],
  [
    { kind: 'personal', members: 1, points: 12, needs: [{ ...few, is_met: true }, held] },
    '12 poin sendiri lewat tanpa bonus, karena peringkat Manager ke atas belum dicapai.',
  ],
  [
    { kind: 'pool', members: 1, points: 2300, needs: [few, held] },
    'Bagian dari dana 2.300 poin semua anggota tidak didapat, karena poin pribadi baru 12 dari 20 poin dan peringkat Manager ke atas belum dicapai.',
  ],
])('%o is explained as points without a bonus', (skipped, sentence) => {
  expect(passedBy(skipped)).toBe(sentence);
});
