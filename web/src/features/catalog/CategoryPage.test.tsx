import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { categoriesQuery, productsQuery } from '@/api/catalog';
import { refetchFails } from '@/api/refetchFails';
import { CategoryPage } from './listPages';

it('shows the known category when a refetch fails', async () => {
  const known = [
    [productsQuery.queryKey, []],
    [categoriesQuery.queryKey, [{ id: 1, name: 'Teh' }]],
  ] as const;
  await refetchFails(known, <CategoryPage />, ['/category/:category', '/category/Teh']);
  expect(screen.getByText(/tidak ada produk tersedia untuk kategori ini/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
