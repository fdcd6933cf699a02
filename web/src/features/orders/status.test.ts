import { expect, it } from 'vitest';
import { bvOf } from './status';

it.each([
  ['pending', 18],
  ['success', 18],
  ['failed', 0],
  ['expired', 0],
  ['cancelled', 0],
  ['refunded', 0],
] as const)('an order that is %s has %i points', (status, points) => {
  expect(bvOf({ status, total_bv: 18, returned_bv: 0 })).toBe(points);
});

it('subtracts returned points from the earned ones', () => {
  expect(bvOf({ status: 'success', total_bv: 18, returned_bv: 12 })).toBe(6);
  expect(bvOf({ status: 'refunded', total_bv: 18, returned_bv: 18 })).toBe(0);
});
