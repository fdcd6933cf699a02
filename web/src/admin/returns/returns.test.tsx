import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import type { AdminReturn, Role } from '@/api/schema';
import { Provider, store, tokenAtom } from '@/state';
import { Component as ReturnPage } from './ReturnPage';

const shown: AdminReturn = {
  id: 5,
  number: 'R-5',
  order_id: 'KS-1',
  kind: 'refund',
  state: 'approved',
  reason: 'damaged',
  note: 'Botolnya pecah',
  pictures: [],
  lines: [
    { line_id: 11, name: 'Klorofil Mint', variant: null, picture: '', quantity: 3 },
  ] as AdminReturn['lines'],
  goods_rp: 300_000,
  discount_rp: 0,
  shipping_rp: 9000,
  keeps_shipping: false,
  deduction_rp: 0,
  refund_rp: 309_000,
  points: 36,
  asked_at: '2026-11-22T03:00:00Z',
  moves: [],
  actions: ['receive', 'refuse'],
  member: { uid: 'KS00000001', name: 'Siti', phone: '0812' },
  payment_method: 'cod',
  bank_transfer: false,
  transfer: null,
  channel_refused: false,
  version: 2,
};

/**
 * Renders the page of a return for a role; each call gets its next answer, and the last one
 * repeatedly.
 */
function open(role: Role, answers: Record<string, [number, unknown][]>) {
  const calls: [call: string, body: unknown][] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const call = `${init?.method ?? 'GET'} ${String(input)}`;
    calls.push([call, init?.body && JSON.parse(String(init.body))]);
    const left = answers[call] ?? [];
    const [status, body] = (left.length > 1 ? left.shift() : left[0]) ?? [200, { id: 1, role }];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  const claims = { sub: '1', email: 'admin@ksmart.test', exp: 4_000_000_000 };
  store.set(tokenAtom, `x.${btoa(JSON.stringify(claims))}.y`);
  render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={['/admin/returns/5']}>
          <Routes>
            <Route path="/admin/returns/:id" element={<ReturnPage />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </Provider>,
  );
  return { user: userEvent.setup(), calls };
}

const GET = 'GET /api/admin/returns/5';
const dialog = () => within(screen.getByRole('dialog'));

afterEach(() => {
  queryClient.clear();
  // Unmounts before the session ends: open forms would be held in memory otherwise.
  cleanup();
  store.set(tokenAtom, null);
});

it('refuses more pieces than were requested', async () => {
  const call = 'POST /api/admin/returns/5/receive';
  const { user, calls } = open('fulfilment', {
    [GET]: [[200, shown]],
    [call]: [[200, { message: 'ok', data: shown }]],
  });
  await user.click(await screen.findByRole('button', { name: 'Barang diterima' }));
  const damaged = dialog().getByLabelText('Rusak');
  await user.clear(damaged);
  await user.type(damaged, '1');
  await user.click(dialog().getByRole('button', { name: 'Catat diterima' }));
  expect(dialog().getByText('Yang diajukan hanya 3 pcs.')).toBeTruthy();
  expect(calls.some(([each]) => each === call)).toBe(false);
  const saleable = dialog().getByLabelText('Layak jual');
  await user.clear(saleable);
  await user.type(saleable, '1');
  await user.click(dialog().getByRole('button', { name: 'Catat diterima' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.find(([each]) => each === call)?.[1]).toEqual({
    version: 2,
    lines: [{ line_id: 11, saleable: 1, damaged: 1 }],
  });
});

it.each([
  ['COD, tunai kepada kurir', {}],
  ['Online', { payment_method: 'online' }],
  ['Transfer bank', { payment_method: 'online', bank_transfer: true }],
])('shows the payment method: %s', async (said, paid) => {
  open('finance', { [GET]: [[200, { ...shown, ...paid }]] });
  expect(await screen.findByText(said)).toBeTruthy();
});

it('shows the current state after a conflict', async () => {
  const message = 'Pengembalian ini sudah diubah oleh Rina.';
  const { user } = open('owner', {
    [GET]: [
      [200, shown],
      [200, { ...shown, state: 'refused', actions: [], version: 3, refused_reason: 'Segel' }],
    ],
    'POST /api/admin/returns/5/refuse': [[409, { message, code: 'conflict' }]],
  });
  await user.click(await screen.findByRole('button', { name: 'Tolak' }));
  await user.type(dialog().getByLabelText('Alasan'), 'Sudah dipakai');
  await user.click(dialog().getByRole('button', { name: 'Tolak' }));
  expect((await dialog().findByRole('alert')).textContent).toBe(message);
  expect(await screen.findByText('Ditolak')).toBeTruthy();
  expect(dialog().getByLabelText<HTMLTextAreaElement>('Alasan').value).toBe('Sudah dipakai');
});

const received = {
  ...shown,
  state: 'received',
  actions: ['refund', 'transfer'],
} as const;

it('the fulfilment desk cannot refund a return', async () => {
  open('fulfilment', { [GET]: [[200, received]] });
  expect(await screen.findByText('Barang sudah di toko')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('the preparer of a transfer cannot approve it', async () => {
  const transfer = {
    bank: 'BCA',
    bank_account: '124',
    account_name: 'Siti',
    prepared_by: 'Dewi',
    prepared_at: '2026-11-22T04:00:00Z',
    reference: null,
    prepared_by_you: true,
  };
  const call = 'POST /api/admin/returns/5/transfer';
  const prepared = { ...received, state: 'transferring', actions: ['transfer'], transfer };
  const { user, calls } = open('finance', {
    [GET]: [
      [200, received],
      [200, prepared],
    ],
    'GET /api/admin/members/KS00000001': [[200, { bank: 'BCA', bank_account: '123' }]],
    [call]: [[200, { message: 'ok', data: prepared }]],
  });
  await user.click(await screen.findByRole('button', { name: 'Siapkan transfer' }));
  const account = await dialog().findByLabelText<HTMLInputElement>('Nomor rekening');
  expect(account.value).toBe('123');
  await user.type(account, '{Backspace}4');
  await user.click(dialog().getByRole('button', { name: 'Siapkan' }));
  // The administrator who prepared it reads at once why only a correction is possible.
  const status = within(await screen.findByRole('region', { name: 'Status' }));
  expect(await status.findByText(/^Anda yang menyiapkan transfer ini/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Setujui transfer' })).toBeNull();
  expect(calls.find(([each]) => each === call)?.[1]).toEqual({
    version: 2,
    bank: 'BCA',
    bank_account: '124',
    account_name: 'Siti',
  });
});

it('shows from when a transfer can be approved', async () => {
  const ready: AdminReturn = { ...shown, state: 'transferring', actions: ['approve_transfer'] };
  const approves_from = '2099-01-02T03:00:00Z';
  open('finance', {
    [GET]: [[200, ready]],
    'GET /api/me': [[200, { id: 1, role: 'finance', approves_from }]],
  });
  expect(
    await screen.findByText(/Anda dapat menyetujui mulai 2 Jan 2099.*Jangan mentransfer/),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Setujui transfer' })).toBeNull();
});
