import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import pages from './pages.json';
import { Component as StaticPage } from './StaticPage';

const BUILT_IN = 'Tentang Kami';

function open() {
  window.history.replaceState(null, '', '/about-us');
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/about-us/']}>
        <StaticPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => {
  document.title = 'Sebelumnya';
});

afterEach(() => queryClient.clear());

it('shows only the text written by the shop', async () => {
  const text = { slug: 'about-us', title: 'Siapa kami', body: 'Kami **baru**.' };
  const asked = vi.spyOn(window, 'fetch').mockResolvedValue(Response.json(text));
  open();
  expect(screen.getByRole('status').textContent).toBe('Memuat data...');
  expect(document.title).toBe('Sebelumnya');
  await heading('Siapa kami');
  expect(screen.getByText('baru').tagName).toBe('STRONG');
  expect(document.title).toBe('Siapa kami · K-Smart');
  expect(asked.mock.calls[0]?.[0]).toBe('/api/pages/about-us');
});

it('shows a prefetched text at once', () => {
  queryClient.setQueryData(['/api/pages/about-us'], { slug: 'about-us', title: 'Ini', body: 'x' });
  open();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ini');
});

it('shows the built-in text if the server fails', async () => {
  const asked = vi
    .spyOn(window, 'fetch')
    .mockImplementation(() => Promise.resolve(Response.json({}, { status: 503 })));
  open();
  await heading(BUILT_IN);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('shows the built-in text without a network', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('offline'));
  open();
  await heading(BUILT_IN);
});

it.each(pages.map(({ slug, body }) => [slug, body]))(
  'promises no choice of a stockist at /%s',
  (_, body) => {
    const promised = body
      .split(/[.\n]/)
      .filter((each) => /stockist/i.test(each) && /\b(?:ter|di|me)?(?:pilih|milih)\b/i.test(each));
    expect(promised).toEqual([]);
  },
);

it.each([
  [
    'about-us',
    'Pesanan melalui K-Smart kami siapkan sendiri dan kami kirim dengan kurir ke alamat Anda.',
  ],
  ['why', 'Pesanan melalui K-Smart dikirim dengan kurir ke alamat Anda, di kota mana pun.'],
  ['delivery', 'Pengantaran di dalam kota asal pengiriman memerlukan waktu 3 sampai 4 hari kerja.'],
  ['how-to-order', 'Pengantaran di dalam kota asal pengiriman memerlukan 3 sampai 4 hari kerja;'],
])('explains at /%s how orders are shipped', (slug, sentence) => {
  expect(pages.find((page) => page.slug === slug)?.body).toContain(sentence);
});
