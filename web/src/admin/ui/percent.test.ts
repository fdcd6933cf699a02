import { describe, expect, it } from 'vitest';
import { ApiError } from '@/errors';
import { percents } from './percent';

const refused = (typed: string) => {
  try {
    percents({ rate: typed }, { rate: 'Potongan' });
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.answer : error;
  }
};

describe('percents', () => {
  it.each(['0', '100', '12,5', '12.55', '12,500', ' 12,5 % ', '12,5%', '\u00A012,5\u00A0%\u00A0'])(
    'accepts %j',
    (typed) => {
      expect(refused(typed)).toBeNull();
    },
  );

  it('requires a value', () => {
    const message = 'Potongan wajib diisi.';
    expect(refused(' ')).toEqual({ fields: [{ field: 'rate', message }] });
  });

  it.each(['sepuluh', '-1', '1e3', '2.555', '5%%'])('refuses %j by field', (typed) => {
    const message = 'Potongan harus 0 sampai 100 persen, paling banyak dua desimal.';
    expect(refused(typed)).toEqual({ fields: [{ field: 'rate', message }] });
  });
});
