import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { meQuery } from '@/api/accounts';
import { queryClient } from '@/api/client';
import type { User } from '@/api/schema';
import { Provider, store, tokenAtom } from '@/state';
import { MemberGuard } from './guards';

const terms = {
  slug: 'terms',
  title: 'Syarat dan Ketentuan',
  version: 2,
  changes: 'Bagian ulasan ditambah.',
  effective_at: '2026-11-22T17:00:00Z',
  is_asked: true,
  accepted: [],
};

/**
 * Serves an agreement that needs acceptance until it is accepted; returns the mock that records the
 * requests.
 */
function serve() {
  return vi.spyOn(window, 'fetch').mockImplementation((_, options) => {
    const is_asked = options?.method !== 'POST';
    return Promise.resolve(Response.json({ agreements: [{ ...terms, is_asked }] }));
  });
}

function open(agreements_asked: boolean) {
  store.set(tokenAtom, `x.${btoa(JSON.stringify({ sub: '3', exp: 4_000_000_000 }))}.y`);
  queryClient.setQueryData(meQuery.queryKey, { id: 3, agreements_asked } as User);
  render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Suspense fallback="...">
            <MemberGuard>Pesanan saya</MemberGuard>
          </Suspense>
        </MemoryRouter>
      </QueryClientProvider>
    </Provider>,
  );
  return userEvent.setup();
}

afterEach(() => {
  queryClient.clear();
  store.set(tokenAtom, null);
});

it('lets in members who accepted the terms', () => {
  const fetched = serve();
  open(false);
  expect(screen.getByText('Pesanan saya')).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
});

it('asks for consent to a changed agreement', async () => {
  const fetched = serve();
  const user = open(true);
  await screen.findByText('Yang berubah: Bagian ulasan ditambah.');
  expect(screen.getByText('Versi 2, berlaku sejak 23 November 2026')).toBeTruthy();
  expect(screen.queryByText('Pesanan saya')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Saya setuju' }));
  await screen.findByText('Pesanan saya');
  const [path, sent] = fetched.mock.calls.at(-1) ?? [];
  expect([path, sent?.method, sent?.body]).toEqual([
    '/api/me/agreements',
    'POST',
    '{"accepted":[{"slug":"terms","version":2}]}',
  ]);
});

it('shows an error and lets the member postpone', async () => {
  serve();
  const user = open(true);
  const accept = await screen.findByRole('button', { name: 'Saya setuju' });
  await screen.findByText('Yang berubah: Bagian ulasan ditambah.');
  vi.spyOn(window, 'fetch').mockResolvedValue(
    Response.json({ message: 'Muat ulang halaman.', code: 'invalid' }, { status: 422 }),
  );
  await user.click(accept);
  expect((await screen.findByRole('alert')).textContent).toBe('Muat ulang halaman.');
  await user.click(screen.getByRole('button', { name: 'Nanti saja' }));
  expect(screen.getByText('Pesanan saya')).toBeTruthy();
});
