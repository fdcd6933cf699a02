import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Role } from '@/api/schema';
import { AdminNav } from './AdminNav';

function open(role: Role, path: string) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <AdminNav role={role} waiting={{ '/admin/orders': 1200 }} />
    </MemoryRouter>,
  );
  return userEvent.setup();
}

/** Returns the names of the open groups. */
const unfolded = () =>
  screen
    .getAllByRole('group')
    .filter((group) => (group as HTMLDetailsElement).open)
    .map((group) => group.querySelector('summary')?.textContent);

it('only the current group is open for the owner', async () => {
  const user = open('owner', '/admin');
  expect(unfolded()).toEqual([]);
  const names = screen.getAllByRole('group').map((group) => group.firstChild?.textContent);
  expect(names).toEqual([
    'Katalog',
    'Tampilan',
    'Anggota',
    'BV & bonus',
    'Buku & laporan',
    'Kantor',
  ]);
  expect(
    screen.getByRole('link', { name: 'Pesanan 1.200 menunggu' }).closest('details'),
  ).toBeNull();
  await user.click(screen.getByText('Katalog'));
  await user.click(screen.getByRole('link', { name: 'Produk' }));
  expect(unfolded()).toEqual(['Katalog']);
});

it('a page inside a section opens its group', () => {
  open('owner', '/admin/products/7');
  expect(unfolded()).toEqual(['Katalog']);
});

it('roles with few sections see every group open', () => {
  open('fulfilment', '/admin');
  expect(unfolded()).toEqual(['Katalog', 'Kantor']);
});
