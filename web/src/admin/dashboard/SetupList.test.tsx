import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { meQuery } from '@/api/accounts';
import { queryClient } from '@/api/client';
import type { Role, Setup, User } from '@/api/schema';
import { Provider, store } from '@/state';
import { SetupList } from './SetupList';

const open: Setup = {
  drafts: [],
  payment_notice_tested_at: null,
  opened_at: '2026-11-01T00:00:00Z',
  ready: true,
  trials: [],
  steps: [
    { step: 'payment_key', done: false, required: false },
    { step: 'texts', done: false, required: false },
  ],
};

function show(role: Role, setup = open) {
  queryClient.setQueryData(meQuery.queryKey, { role } as User);
  return render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <SetupList setup={setup} />
        </MemoryRouter>
      </QueryClientProvider>
    </Provider>,
  );
}

afterEach(() => queryClient.clear());

it('shows each role its own remaining steps', () => {
  show('catalogue');
  expect(screen.getByText('Masih bisa dilengkapi: Terbitkan halaman informasi')).toBeTruthy();
});

it('shows nothing to a role without steps', () => {
  const { container } = show('fulfilment');
  expect(container.textContent).toBe('');
});

it('shows the owner a tested notification address', () => {
  const tried = { ...open, payment_notice_tested_at: '2026-11-01T00:00:00Z' };
  show('owner', tried);
  expect(screen.getByText(/^Uji notifikasi diterima 1 Nov/)).toBeTruthy();
});
