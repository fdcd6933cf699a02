import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
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

it('shows the average rating and review count', async () => {
  open(3, 4);
  const said = await screen.findByText(/ulasan$/);
  expect(said.textContent).toBe('4 dari 5 · 3 ulasan');
  expect(screen.getByRole('img', { name: 'Rating 4 dari 5' })).toBeTruthy();
});

it('shows no average without reviews', async () => {
  open(0, 0);
  expect(await screen.findByText('Belum ada review untuk produk ini.')).toBeTruthy();
  expect(screen.queryByText(/ulasan$/)).toBeNull();
});

const review = (id: number, comment: string) => ({
  id,
  user_id: 1,
  product_id: 1,
  order_id: 'KS-1',
  rating: 5,
  comment,
  created_at: '2026-11-22T10:00:00Z',
  user_name: 'Budi',
  user_picture: null,
});
const page = (data: object[], next_cursor: string | null) =>
  Response.json({ success: true, data, average_rating: 5, total_review: 2, next_cursor });

it('loads the next page of reviews', async () => {
  vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const further = String(input).includes('cursor=5.2');
    return Promise.resolve(
      further ? page([review(1, 'Yang lama')], null) : page([review(2, 'Yang baru')], '5.2'),
    );
  });
  render(
    <QueryClientProvider client={queryClient}>
      <ProductReviews productId={1} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Yang baru')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Muat lebih banyak' }));
  expect(await screen.findByText('Yang lama')).toBeTruthy();
  expect(screen.getByText('Yang baru')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Muat lebih banyak' })).toBeNull();
});
