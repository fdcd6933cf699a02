import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import { ProductReviews } from './ProductReviews';

function open(total_review: number, average_rating: number) {
  const answer = { success: true, data: [], average_rating, total_review };
  vi.spyOn(window, 'fetch').mockResolvedValue(Response.json(answer));
  render(
    <QueryClientProvider client={queryClient}>
      <ProductReviews productId={1} />
    </QueryClientProvider>,
  );
}

afterEach(() => queryClient.clear());

it('says how many stars of five, by how many reviews', async () => {
  open(3, 4);
  const said = await screen.findByText(/ulasan$/);
  expect(said.textContent).toBe('4 dari 5 · 3 ulasan');
  expect(screen.getByRole('img', { name: 'Rating 4 dari 5' })).toBeTruthy();
});

it('says no average where nobody has written', async () => {
  open(0, 0);
  expect(await screen.findByText('Belum ada review untuk produk ini.')).toBeTruthy();
  expect(screen.queryByText(/ulasan$/)).toBeNull();
});
