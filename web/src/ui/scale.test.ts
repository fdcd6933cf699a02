import { expect, it } from 'vitest';
import { scale } from '@/ui/scale';

it.each([
  [[0, 0], 0, 1, [0, 1]],
  [[3, 1], 0, 3, [0, 1, 2, 3]],
  [[7, 12], 0, 15, [0, 5, 10, 15]],
  [[1_680_000, 420_000], 0, 2_000_000, [0, 500_000, 1_000_000, 1_500_000, 2_000_000]],
  [[-30, 60], -50, 100, [-50, 0, 50, 100]],
  [[-40], -40, 0, [-40, -30, -20, -10, 0]],
])('the scale of %j runs from %i to %i', (values, low, high, ticks) => {
  expect(scale(values)).toEqual({ low, high, ticks });
});
