import { expect, it } from 'vitest';
import { percentOf } from './Change';

it('gives the change in percent', () => {
  expect(percentOf(150, 100)).toBe('+50%');
  expect(percentOf(100, 300)).toBe('-67%');
  expect(percentOf(5, 5)).toBe('0%');
  expect(percentOf(5, 0)).toBe('');
  expect(percentOf(5, -10)).toBe('');
});
