import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { AdminOrder } from '@/api/schema';
import { Provider, store } from '@/state';
import { ParcelDialog } from './ParcelDialog';

const order = {
  order_id: 'KS-1',
  resi: null,
  courier: 'JNE - REG',
  payment_method: 'cod',
  payment_status: 'pending',
  total_rp: 177_000,
} as AdminOrder;

async function type(facts: Partial<AdminOrder>, courier: string) {
  render(
    <Provider store={store}>
      <ParcelDialog order={{ ...order, ...facts }} correcting={false} onClose={() => {}} />
    </Provider>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Kurir');
  const user = userEvent.setup();
  await user.clear(field);
  await user.type(field, courier);
  return () => screen.queryByText(/^Pesanan ini COD: pastikan kurir ini menagih Rp.177\.000/);
}

it('warns that another courier must collect cash', async () => {
  const warning = await type({}, 'LION - REGPACK');
  expect(warning()).not.toBeNull();
  const user = userEvent.setup();
  await user.clear(screen.getByLabelText('Kurir'));
  expect(warning()).toBeNull();
  await user.type(screen.getByLabelText('Kurir'), 'JNE - REG');
  expect(warning()).toBeNull();
});

it.each([{ payment_method: 'online' }, { payment_status: 'success' }] as const)(
  'does not warn when no cash is due: %o',
  async (facts) => {
    const warning = await type(facts, 'LION - REGPACK');
    expect(warning()).toBeNull();
  },
);

it('shows the other number while typing', async () => {
  const conflict = { message: 'Resi baru saja diubah.', code: 'edit_conflict' };
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(
      new Response(JSON.stringify({ ...conflict, current: { resi: 'JN200' } }), { status: 409 }),
    ),
  );
  render(
    <Provider store={store}>
      <ParcelDialog order={{ ...order, resi: 'JN100' }} correcting onClose={() => {}} />
    </Provider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Nomor resi'), '5');
  await user.click(screen.getByRole('button', { name: 'Simpan' }));
  await screen.findByText('Resi baru saja diubah. Resinya sekarang menjadi JN200.');
  await user.type(screen.getByLabelText('Nomor resi'), '6');
  expect(screen.getByText(/menjadi JN200/)).toBeTruthy();
});
