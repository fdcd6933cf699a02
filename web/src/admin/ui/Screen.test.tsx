import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { Link } from '@/ui/Link';
import { Screen } from './Screen';

function Address() {
  const { pathname, search, state } = useLocation();
  return <output>{pathname + search + JSON.stringify(state ?? '')}</output>;
}

it('links back to the filtered page of a list', async () => {
  render(
    <MemoryRouter
      initialEntries={[
        { pathname: '/admin/orders', search: '?waiting=pack&cursor=5', state: { cursor: [''] } },
      ]}
    >
      <Address />
      <Routes>
        <Route
          path="/admin/orders"
          element={
            <Screen title="Pesanan">
              <Link to="/admin/orders/KS-1">KS-1</Link>
              <Link to="/admin/orders">Semua</Link>
            </Screen>
          }
        />
        <Route
          path="/admin/orders/KS-1"
          element={
            <Screen title="KS-1" back={{ to: '/admin/orders', label: 'Kembali ke pesanan' }}>
              {null}
            </Screen>
          }
        />
      </Routes>
    </MemoryRouter>,
  );
  const user = userEvent.setup();
  const follow = (name: string) => user.click(screen.getByRole('link', { name }));
  await follow('KS-1');
  await follow('Kembali ke pesanan');
  expect(screen.getByRole('status').textContent).toBe(
    '/admin/orders?waiting=pack&cursor=5{"cursor":[""]}',
  );
  await follow('Semua');
  await follow('KS-1');
  await follow('Kembali ke pesanan');
  expect(screen.getByRole('status').textContent).toBe('/admin/orders""');
});
