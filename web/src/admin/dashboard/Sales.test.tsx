import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refetchFails } from '@/api/refetchFails';
import { periodsQuery } from './queries';
import { Sales } from './Sales';

it('shows the sales that it has when asking again fails', async () => {
  const known = [[periodsQuery.queryKey, { periods: [] }]] as const;
  await refetchFails(known, <Sales />, ['/', '/?range=periods']);
  expect(screen.getByText('Belum ada penjualan')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
