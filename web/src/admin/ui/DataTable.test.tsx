import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { DataTable } from './DataTable';

const names = () => screen.getAllByRole('rowheader').map((each) => each.textContent);

it('names each row by its first cell', () => {
  const rows = [
    { id: 1, name: 'Teh', stock: 5 },
    { id: 2, name: 'Kopi', stock: 0 },
  ];
  const table = (to?: (row: { id: number }) => string) => (
    <MemoryRouter>
      <DataTable
        label="Produk"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { label: 'Nama', cell: ({ name }) => name },
          { label: 'Stok', cell: ({ stock }) => stock, numeric: true },
        ]}
        choice={{ chosen: new Set(), onChoose: () => undefined }}
        {...(to && { to })}
      />
    </MemoryRouter>
  );
  const { rerender } = render(table());
  expect(names()).toEqual(['Teh', 'Kopi']);
  rerender(table(({ id }) => `/admin/products/${id}`));
  expect(names()).toEqual(['Teh', 'Kopi']);
});

it('hides empty cells of a card, but not zeros', () => {
  render(
    <MemoryRouter>
      <DataTable
        label="Produk"
        rows={[
          { id: 1, stock: 0, sold: false },
          { id: 2, stock: 3, sold: true },
        ]}
        keyOf={({ id }) => id}
        columns={[
          { label: 'Nomor', cell: ({ id }) => id },
          { label: 'Stok', cell: ({ stock }) => stock },
          { label: 'Tindakan', cell: ({ sold }) => sold && <button type="button">Hapus</button> },
        ]}
      />
    </MemoryRouter>,
  );
  const hidden = screen
    .getAllByRole('cell')
    .map((cell) => cell.classList.contains('max-lg:hidden'));
  expect(hidden).toEqual([false, true, false, false]);
});
