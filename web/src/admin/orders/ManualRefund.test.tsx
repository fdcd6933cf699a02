import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import type { AdminOrder, ManualRefundFacts } from '@/api/schema';
import { Provider, store, tokenAtom } from '@/state';
import { ManualRefund } from './ManualRefund';

const refund: ManualRefundFacts = {
  amount_rp: 124_000,
  reason: 'Barang habis',
  prepared_by: 'Siti',
  prepared_at: '2026-11-20T03:00:00Z',
  is_own: false,
  version: 1,
};

afterEach(() => {
  queryClient.clear();
  store.set(tokenAtom, null);
});

it.each([
  ['2099-01-02T03:00:00Z', false],
  [null, true],
])('asks for a transfer only from an approver: %o', async (approves_from, may) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(new Response(JSON.stringify({ id: 1, role: 'finance', approves_from }))),
  );
  const claims = { sub: '1', email: 'admin@ksmart.test', exp: 4_000_000_000 };
  store.set(tokenAtom, `x.${btoa(JSON.stringify(claims))}.y`);
  render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <ManualRefund order={{ order_id: 'KS-1' } as AdminOrder} refund={refund} />
      </QueryClientProvider>
    </Provider>,
  );
  expect(await screen.findByRole('button', { name: 'Tarik' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Setujui' }) !== null).toBe(may);
  expect(screen.queryByText(/Kirim dananya kepada pembeli/) !== null).toBe(may);
  expect(screen.queryByText(/Jangan mentransfer dulu/) !== null).toBe(!may);
});
