import { expect, test } from 'vitest';
import { size } from './size';

test('a size is shown in a fitting unit', () => {
  const said = [0, 800, 1500, 999_949, 999_950, 12_340_000, 7_000_000_000, 5e15];
  expect(said.map((bytes) => size(bytes).replace('\u00a0', ' '))).toEqual([
    '0 byte',
    '800 byte',
    '1,5 KB',
    '999,9 KB',
    '1 MB',
    '12,3 MB',
    '7 GB',
    '5.000 TB',
  ]);
});
