import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { meQuery } from '@/api/accounts';
import { queryClient } from '@/api/client';
import type { User } from '@/api/schema';
import { Provider, store, tokenAtom } from '@/state';
import Closed from './Closed';

/** Opens a page of a closed shop as its owner. */
function open(path: string) {
  render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route element={<Closed />}>
              <Route path="*" element={<h1>Halaman</h1>} />
            </Route>
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </Provider>,
  );
  expect(screen.getByRole('heading', { name: 'Halaman' })).toBeTruthy();
}

beforeEach(() => {
  store.set(tokenAtom, `x.${btoa(JSON.stringify({ sub: '1', exp: 4_000_000_000 }))}.y`);
  queryClient.setQueryData(meQuery.queryKey, { id: 1, role: 'owner' } as User);
});

afterEach(() => {
  store.set(tokenAtom, null);
  queryClient.clear();
});

it('shows administrators that the shop is closed', () => {
  open('/all-product');
  expect(screen.getByRole('status').textContent).toContain('hanya pengelola yang melihat');
  expect(screen.getByRole('link', { name: 'Buka kantor' }).getAttribute('href')).toBe('/admin');
});

it('hides the notice in the office', () => {
  open('/admin/orders');
  expect(screen.queryByRole('status')).toBeNull();
});
