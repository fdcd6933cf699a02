import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { PrintedOrder } from '@/api/schema';
import type { Parcels } from './resi';
import { ShipManyForm } from './ShipManyForm';

const order = (order_id: string) =>
  ({ order_id, courier: 'JNE - REG', receiver: { name: 'Budi' } }) as PrintedOrder;

const send = vi.fn();
const close = vi.fn();

function Stack() {
  const [typed, setTyped] = useState<Parcels>({});
  return (
    <ShipManyForm
      orders={['KS-1', 'KS-2', 'KS-3'].map(order)}
      typed={typed}
      onType={setTyped}
      onSend={send}
      onClose={close}
    />
  );
}

const resi = (id: string) => screen.getByLabelText<HTMLInputElement>(`Resi ${id}`);

test('scans fill the parcel numbers in order', async () => {
  render(<Stack />);
  const user = userEvent.setup();
  // Scanning starts in the field for the first number. A number that was scanned twice, or is none,
  // is replaced by the next scan; scans after the last row are lost.
  for (const scan of ['JP10001', 'JP10001', '?', 'JP10002', 'JP10003', 'JP10004'])
    await user.keyboard(`${scan}{Enter}`);
  expect(['KS-1', 'KS-2', 'KS-3'].map((id) => resi(id).value)).toEqual([
    'JP10001',
    'JP10002',
    'JP10003',
  ]);
  expect(send).not.toHaveBeenCalled();
  expect(close).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Kirim' }));
  expect(send).toHaveBeenCalledWith(
    ['1', '2', '3'].map((n) => ({ id: `KS-${n}`, resi: `JP1000${n}`, courier: 'JNE - REG' })),
  );
});

test('warns of another courier for a COD parcel', async () => {
  const cod = { ...order('KS-1'), cod_rp: 177_000 };
  const orders = [cod, order('KS-2')];
  const typed = Object.fromEntries(
    orders.map(({ order_id }) => [order_id, { resi: '', courier: 'LION - REGPACK' }]),
  );
  render(
    <ShipManyForm orders={orders} typed={typed} onType={vi.fn()} onSend={send} onClose={close} />,
  );
  expect(screen.getAllByText(/pastikan kurir ini menagih Rp.177\.000/)).toHaveLength(1);
});
