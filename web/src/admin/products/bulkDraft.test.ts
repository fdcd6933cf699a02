import { expect, test } from 'vitest';
import { ApiError } from '@/errors';
import { changeOf, nothing } from './bulkDraft';

const price = (kind: string, typed: string) =>
  changeOf({ ...nothing, price_rp: { kind, typed, step: '500' } }).price;

test('typed values are sent as changes', () => {
  expect(changeOf(nothing)).toEqual({});
  expect(price('set', 'Rp 45.000')).toEqual({ kind: 'set', amount: 45_000 });
  expect(price('down', '1.500')).toEqual({ kind: 'add', amount: -1500 });
  expect(price('up_percent', '7,5 %')).toEqual({ kind: 'percent', percent: '7.5', step: 500 });
  expect(price('down_percent', '10')).toEqual({ kind: 'percent', percent: '-10', step: 500 });
  expect(changeOf({ ...nothing, shelf: '', status: 'for_sale' })).toEqual({
    shelf: '',
    archived: false,
  });
});

test.each([
  ['set', ''],
  ['up', '0'],
  ['down', '-500'],
  ['up', '1,5'],
  ['up_percent', ''],
  ['down_percent', '-5'],
])('%s %j gives an error at its field', (kind, typed) => {
  const fields = (() => {
    try {
      price(kind, typed);
    } catch (error) {
      return ((error as ApiError).answer as { fields: { field: string }[] }).fields;
    }
    return [];
  })();
  expect(fields.map(({ field }) => field)).toEqual(['price_rp']);
});
