import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { meQuery } from '@/api/accounts';
import { queryClient } from '@/api/client';
import type { Role, User } from '@/api/schema';
import { Provider, store } from '@/state';
import { Component as StockPage } from './StockPage';

function show(role: Role) {
  const none = { movements: [], next: null };
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json(none)));
  queryClient.setQueryData(meQuery.queryKey, { role } as User);
  render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <StockPage />
        </MemoryRouter>
      </QueryClientProvider>
    </Provider>,
  );
}

afterEach(() => {
  cleanup();
  queryClient.clear();
});

it.each(['fulfilment', 'catalogue', 'owner'] as const)(
  'links the report only for allowed roles: %s',
  async (role) => {
    show(role);
    await screen.findByRole('button', { name: 'Ubah stok' });
    expect(screen.queryAllByRole('link', { name: 'Cukup berapa hari' })).toHaveLength(
      role === 'fulfilment' ? 0 : 1,
    );
  },
);
