import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MoreFilters } from './MoreFilters';

const of = (narrowed: boolean) => <MoreFilters narrowed={narrowed}>Cara bayar</MoreFilters>;

it('stays open after its filter is removed', () => {
  const { rerender } = render(of(false));
  const { open } = screen.getByRole<HTMLDetailsElement>('group');
  expect(open).toBe(false);
  for (const narrowed of [true, false]) {
    rerender(of(narrowed));
    expect(screen.getByRole<HTMLDetailsElement>('group').open).toBe(true);
  }
});
