import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refetchFails } from '@/api/refetchFails';
import { HeirsCard } from './HeirsCard';

it('shows the known heirs when a refetch fails', async () => {
  const heirs = [{ name: 'Rahmat Hidayat', relation: 'Suami', phone: '081234567890' }];
  await refetchFails([[['/api/me/heirs'], { heirs }]], <HeirsCard />);
  expect(screen.getByText(/Rahmat Hidayat/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
