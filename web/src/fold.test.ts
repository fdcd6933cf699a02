import { expect, test } from 'vitest';
import { fold } from './fold';

test('texts that look the same are folded to one', () => {
  for (const alike of [
    ['Nur’s', "nur's", 'NUR‘S', 'Nurʼs', 'Nur´s', 'Nur`s', 'nurs'],
    ['Kopi & Teh', 'kopi &\u00a0teh', '  Kopi  &\u2003Teh\u200b'],
    ['Crème', 'Cre\u0300me', 'creme'],
    ['Anti\u2011Aging', 'anti-aging', 'Anti–Aging'],
    ['ＫＯＰＩ', 'kopi'],
  ]) {
    expect([...new Set(alike.map(fold))]).toHaveLength(1);
  }
  expect(fold('Teh 1')).not.toBe(fold('Teh 2'));
});
