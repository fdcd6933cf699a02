import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { shop } from '@/shop';
import QualityDialog from './QualityDialog';

afterEach(() => {
  delete shop.promises;
});

const promises = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('shows the promises of the shop, or defaults', () => {
  const { unmount } = render(<QualityDialog onClose={() => undefined} />);
  expect(promises()).toHaveLength(3);
  unmount();
  shop.promises = ['Segel diperiksa.', 'Asli.'];
  render(<QualityDialog onClose={() => undefined} />);
  expect(promises()).toEqual(['Segel diperiksa.', 'Asli.']);
});
