import { render } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useTitle } from '@/ui/useTitle';

function Named({ title, path }: { title: string | undefined; path?: string }) {
  useTitle(title, path);
  return null;
}

const own = () => document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;

beforeEach(() => {
  document.title = 'Madu Hutan · K-Smart';
  document.head.innerHTML = '<link rel="canonical" href="https://toko.example/product/7-madu">';
  window.history.replaceState(null, '', '/product/7-lama/');
});

it('keeps the served title until its own is known', () => {
  document.title = 'Madu Hutan · K-Smart';
  const { rerender } = render(<Named title={undefined} />);
  expect(document.title).toBe('Madu Hutan · K-Smart');
  rerender(<Named title="Madu" />);
  expect(document.title).toBe('Madu · K-Smart');
  rerender(<Named title="" />);
  expect(document.title).toBe('K-Smart');
});

it('sets the canonical address on the shop host', () => {
  const { rerender } = render(<Named title="Madu" path="/product/7-madu" />);
  expect(own()).toBe('https://toko.example/product/7-madu');
  rerender(<Named title="Madu" />);
  expect(own()).toBe('https://toko.example/product/7-lama');
  rerender(<Named title="" path="/" />);
  expect(own()).toBe('https://toko.example/');
});

it('adds no canonical link to a page without one', () => {
  document.head.innerHTML = '';
  render(<Named title="Not Found Page" />);
  expect(own()).toBeUndefined();
});
