import { fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { DateFilter } from './DateFilter';

function open(address: string) {
  history.replaceState(null, '', address);
  render(
    <BrowserRouter>
      <DateFilter name="from" label="Dari" fallback="2026-11-01" />
    </BrowserRouter>,
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Dari');
const type = (value: string) => fireEvent.change(field(), { target: { value } });

/** Clears a part of the day, as browsers report it. */
function typePart() {
  Object.defineProperty(field(), 'validity', { value: { badInput: true }, configurable: true });
  type('');
}

it('ignores a date until its year is complete', () => {
  open('/admin/orders');
  for (const value of ['0002-11-27', '0020-11-27', '0202-11-27']) {
    type(value);
    expect([field().value, location.search]).toEqual([value, '']);
  }
  type('2026-11-27');
  expect([field().value, location.search]).toEqual(['2026-11-27', '?from=2026-11-27']);
});

it('keeps the filter while a part is retyped', () => {
  open('/admin/orders?from=2026-11-20');
  typePart();
  expect([field().value, location.search]).toEqual(['', '?from=2026-11-20']);
  fireEvent.blur(field());
  expect(field().value).toBe('2026-11-20');
});

it('clears the filter at once', () => {
  open('/admin/orders?from=2026-11-20');
  type('');
  expect([field().value, location.search]).toEqual(['2026-11-01', '']);
});

it('ignores an invalid date in the address', () => {
  open('/admin/orders?from=0002-11-20');
  expect(field().value).toBe('2026-11-01');
});
