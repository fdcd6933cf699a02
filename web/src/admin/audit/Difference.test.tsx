import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Difference } from './Difference';

it('links added and removed pictures', () => {
  render(
    <Difference
      before={{ picture: 'banners/a1-b2.webp' }}
      after={{ picture: '', pictures: ['products/c3.webp', 'products/d4.png'], alt: 'a/b' }}
    />,
  );
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['lihat gambar', '/storage/banners/a1-b2.webp'],
    ['lihat gambar 1', '/storage/products/c3.webp'],
    ['lihat gambar 2', '/storage/products/d4.png'],
  ]);
  expect(screen.getByText('a/b')).toBeTruthy();
});

it('shows percentages with a decimal comma', () => {
  render(
    <Difference before={{ cap_percent: '40' }} after={{ cap_percent: '0.01', name: 'v1.2' }} />,
  );
  expect(screen.getByText('0,01')).toBeTruthy();
  expect(screen.getByText('v1.2')).toBeTruthy();
});
