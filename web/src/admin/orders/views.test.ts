import { expect, it } from 'vitest';
import { viewQuery } from './views';

it('gives the same text for the same filter', () => {
  const one = viewQuery({ waiting: 'pack', search: 'madu & teh', method: '' });
  expect(one).toBe('search=madu+%26+teh&waiting=pack');
  expect(viewQuery({ method: '', search: 'madu & teh', waiting: 'pack' })).toBe(one);
  expect(viewQuery({ waiting: '', search: '' })).toBe('');
});
