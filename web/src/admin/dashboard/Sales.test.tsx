import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refetchFails } from '@/api/refetchFails';
import { periodsQuery } from './queries';
import { Sales } from './Sales';

it('keeps showing sales when a refetch fails', async () => {
  const known = [[periodsQuery.queryKey, { periods: [] }]] as const;
  await refetchFails(known, <Sales />, ['/', '/?range=periods']);
  expect(screen.getByText('Belum ada penjualan')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
