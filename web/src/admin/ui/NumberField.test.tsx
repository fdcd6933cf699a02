import { readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { NumberField } from './NumberField';
import { dotted, wholeNumber, wholeNumbers } from './wholeNumber';

test('whole numbers are read as on the server', () => {
  const file = readFileSync('../core/tests/alike/whole_numbers.json', 'utf8');
  for (const [typed, wanted] of JSON.parse(file) as [string, number | null][]) {
    const whole = wholeNumber(typed);
    // A negative number is refused by the form's rule, not by the parser.
    expect(whole !== null && whole >= 0 ? whole : null, typed).toBe(wanted);
    expect(whole === null, typed).toBe(typed.trim() === '');
  }
  expect(wholeNumber('')).toBeNull();
  for (const wrong of ['1,5', '1.5', '1.50.000', '1e3', '5 pcs', '9'.repeat(16)])
    expect(wholeNumber(wrong), wrong).toBeNaN();
});

test('a minus sign is kept', () => {
  for (const typed of ['-3', '−3', '- 3']) expect(wholeNumber(typed), typed).toBe(-3);
  expect(dotted('-1500')).toBe('-1.500');
});

test('an invalid number is reported with its label', () => {
  expect(wholeNumbers({ price: 'Rp 5.000', bv: '' }, { price: 'Harga', bv: 'BV' })).toEqual({
    price: 5000,
    bv: null,
  });
  expect(() => wholeNumbers({ bv: '1,5' }, { bv: 'BV' })).toThrow(
    'BV harus angka bulat tanpa koma.',
  );
});

function Price() {
  const [price, setPrice] = useState('');
  return (
    <NumberField
      label="Harga"
      value={price}
      onChange={({ target: { value } }) => setPrice(value)}
    />
  );
}

test('a price gets thousands separators on blur', async () => {
  render(<Price />);
  const field = screen.getByLabelText<HTMLInputElement>('Harga');
  const user = userEvent.setup();
  await user.type(field, 'Rp 150000');
  expect(field.value).toBe('Rp 150000');
  await user.tab();
  expect(field.value).toBe('150.000');
  await user.clear(field);
  await user.type(field, 'seribu');
  await user.tab();
  expect(field.value).toBe('seribu');
});
