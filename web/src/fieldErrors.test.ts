import { expect, it } from 'vitest';
import { ApiError } from '@/errors';
import { fieldErrors, refuseFields } from './fieldErrors';

const refusal = (fields: unknown) => new ApiError('Salah.', 422, 'invalid_field', true, { fields });

it('returns the first message of each field', () => {
  const fields = [
    { field: 'name', message: 'Nama wajib diisi.' },
    { field: 'name', message: 'Nama terlalu pendek.' },
    { field: 'city', message: 'Kota wajib diisi.' },
  ];
  expect(fieldErrors(refusal(fields))).toEqual({
    name: 'Nama wajib diisi.',
    city: 'Kota wajib diisi.',
  });
});

it('returns nothing for other failures', () => {
  expect(fieldErrors(new ApiError('Sibuk.', 503, 'busy', true))).toEqual({});
  expect(fieldErrors(new TypeError('offline'))).toEqual({});
  expect(fieldErrors(null)).toEqual({});
});

it('refuses fields as the server does', () => {
  const wrong = [{ field: 'reason', message: 'Tuliskan alasannya.' }];
  expect(() => refuseFields(wrong)).toThrow('Tuliskan alasannya.');
  expect(() => refuseFields([])).not.toThrow();
});
