import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { saveSelection } from '@/api/checkout';
import type { CartLine } from '@/api/schema';
import { Provider, store } from '@/state';
import { CartTotals } from './CartTotals';

vi.mock(import('@/core'), async (original) => ({
  ...(await original()),
  loadCore: () => Promise.resolve({} as never),
}));
vi.mock('@/api/checkout', () => ({ saveSelection: vi.fn(() => Promise.resolve()) }));
vi.mock('@/components/minimum', () => ({ MinimumNote: () => null, shortOf: () => null }));
vi.mock('@/components/CoreTrouble', () => ({ CoreTrouble: () => null }));

it('cannot be pressed again while the checkout loads', async () => {
  render(
    <Provider store={store}>
      <MemoryRouter>
        <CartTotals lines={[{ id: 1, product_id: 1, quantity: 1, stock: 5 } as CartLine]} />
      </MemoryRouter>
    </Provider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Checkout (1)' }));
  await act(async () => {});
  const button = screen.getByRole('button', { name: 'Memproses...' });
  await user.click(button);
  expect(saveSelection).toHaveBeenCalledTimes(1);
});
