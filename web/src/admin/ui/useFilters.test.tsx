import { renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useFilters } from './useFilters';

const states = [
  ['', 'Semua'],
  ['pack', 'Perlu dikemas'],
] as const;

function filters(address: string) {
  const kinds = { search: 'words', state: states, from: 'day', product_id: 'id' } as const;
  const { result } = renderHook(() => useFilters(kinds), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  });
  return result.current;
}

it('reads the filters from the address', () => {
  expect(filters('/?search=%20teh%20&state=pack&from=2026-11-22&product_id=7')).toEqual({
    search: 'teh',
    state: 'pack',
    from: '2026-11-22',
    product_id: '7',
  });
});

it('ignores invalid filters in the address', () => {
  expect(filters('/?state=everything&from=gestern&product_id=-1&other=1')).toEqual({
    search: '',
    state: '',
    from: '',
    product_id: '',
  });
});
