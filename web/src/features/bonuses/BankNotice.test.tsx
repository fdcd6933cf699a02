import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import { Provider, store, tokenAtom } from '@/state';
import { BankNotice } from './BankNotice';

const CONFIRM = 'POST /api/me/bank-account/confirm';

afterEach(() => {
  queryClient.clear();
  store.set(tokenAtom, null);
});

it('asks about an account after a failed transfer', async () => {
  let failed_at: string | null = '2026-11-20T03:00:00Z';
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const call = `${init?.method ?? 'GET'} ${String(input)}`;
    asked.push(call);
    if (call === CONFIRM) failed_at = null;
    const answers: Record<string, unknown> = {
      'GET /api/me': { id: 1, bank: 'BCA', rekening_bank: '1234567890' },
      'GET /api/me/bank-account': { held_until: null, failed_at, changes: [] },
      [CONFIRM]: { success: true },
    };
    return Promise.resolve(new Response(JSON.stringify(answers[call])));
  });
  const claims = { sub: '1', email: 'siti@ksmart.test', exp: 4_000_000_000 };
  store.set(tokenAtom, `x.${btoa(JSON.stringify(claims))}.y`);
  render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <BankNotice bonuses={[]} />
        </MemoryRouter>
      </QueryClientProvider>
    </Provider>,
  );
  expect(await screen.findByText(/^Transfer ke rekening Anda gagal pada 20 Nov/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ganti rekening' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Rekening ini benar' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/ditransfer lagi ke BCA 1234567890/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Ya, benar' }));
  await vi.waitFor(() => expect(screen.queryByText(/gagal pada/)).toBeNull());
  expect(asked).toContain(CONFIRM);
});
