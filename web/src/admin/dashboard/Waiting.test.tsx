import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Today } from '@/api/schema';
import { Waiting } from './Waiting';

it('leads from what runs low to those products', () => {
  const counts = { low_stock: 3, low_stock_from: 10 } as Today;
  render(
    <MemoryRouter>
      <Waiting counts={counts} />
    </MemoryRouter>,
  );
  const link = screen.getByRole('link', { name: /Stok menipis/ });
  expect(link.getAttribute('href')).toBe('/admin/products?status=low');
});
