import { expect, test } from 'vitest';
import { decimalText, percent } from './percent';

test.each([
  ['12.50', '12,5'],
  ['10', '10'],
  ['100.00', '100'],
  ['0.0000001', '0,0000001'],
  ['0.10000000000000000001', '0,10000000000000000001'],
  ['6,15', '6,15'],
  [12.5, '12,5'],
  [0, '0'],
])('%o percent is written without a space', (value, text) => {
  expect(percent(value)).toBe(`${text}%`);
});

test.each([
  ['12,5%', '12.5'],
  [' 12.5 % ', '12.5'],
  ['12,5\u00a0%', '12.5'],
  ['10', '10'],
  ['%', ''],
  ['1,2,3', '1.2,3'],
])('%o is read as %o', (typed, text) => {
  expect(decimalText(typed)).toBe(text);
});
