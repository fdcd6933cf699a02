import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Today } from '@/api/schema';
import { Waiting } from './Waiting';

it('links to products with low stock', () => {
  const counts = { low_stock: 3, low_stock_from: 10 } as Today;
  render(
    <MemoryRouter>
      <Waiting counts={counts} />
    </MemoryRouter>,
  );
  const link = screen.getByRole('link', { name: /Stok menipis/ });
  expect(link.getAttribute('href')).toBe('/admin/products?status=low');
});

it.each([
  [
    { returns_asked: 2, returns_received: 1 },
    '3',
    'asked',
    '2 perlu dijawab, 1 perlu diselesaikan',
  ],
  [{ returns_asked: 0, returns_received: 1 }, '1', 'received', '1 perlu diselesaikan'],
  [{ returns_transferring: 1 }, '1', 'transferring', '1 transfer perlu disetujui'],
])('links to waiting returns: %o', (waiting, count, state, words) => {
  const counts = { ...waiting, low_stock_from: 10 } as Today;
  render(
    <MemoryRouter>
      <Waiting counts={counts} />
    </MemoryRouter>,
  );
  const link = screen.getByRole('link', { name: /Pengembalian menunggu/ });
  expect(link.getAttribute('href')).toBe(`/admin/returns?state=${state}`);
  expect(link.textContent).toBe(`${count}Pengembalian menunggu${words}`);
});

it('hides returns when it gets no counts of them', () => {
  render(
    <MemoryRouter>
      <Waiting counts={{ low_stock_from: 10 } as Today} />
    </MemoryRouter>,
  );
  expect(screen.queryByRole('link', { name: /Pengembalian/ })).toBeNull();
});

it('links to likely double accounts, if any', () => {
  const { rerender } = render(<Waiting counts={{ likely_doubles: 0 } as Today} />, {
    wrapper: MemoryRouter,
  });
  expect(screen.queryByRole('link', { name: /akun ganda/ })).toBeNull();
  rerender(<Waiting counts={{ likely_doubles: 2 } as Today} />);
  const link = screen.getByRole('link', { name: /Mungkin akun ganda/ });
  expect(link.getAttribute('href')).toBe('/admin/members?status=double');
});

it('links to plans that wait for approval', () => {
  render(
    <MemoryRouter>
      <Waiting counts={{ plans_to_confirm: 1, low_stock_from: 10 } as Today} />
    </MemoryRouter>,
  );
  const link = screen.getByRole('link', { name: /Rencana bonus menunggu persetujuan/ });
  expect(link.getAttribute('href')).toBe('/admin/compensation');
});

it('links to periods that wait for calculation', () => {
  render(
    <MemoryRouter>
      <Waiting counts={{ periods_to_calculate: 1, low_stock_from: 10 } as Today} />
    </MemoryRouter>,
  );
  const link = screen.getByRole('link', { name: /Periode BV menunggu dihitung/ });
  expect(link.getAttribute('href')).toBe('/admin/periods');
});
