import { expect, test } from 'vitest';
import { percent } from './percent';

test.each([
  ['12.50', '12,5'],
  ['10', '10'],
  ['100.00', '100'],
  ['0.0000001', '0,0000001'],
  ['0.10000000000000000001', '0,10000000000000000001'],
  ['6,15', '6,15'],
  [12.5, '12,5'],
  [0, '0'],
])('%o percent is written with a space that does not break', (value, text) => {
  expect(percent(value)).toBe(`${text}\u00a0%`);
});
