import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import { wishlistQuery } from '@/api/wishlist';
import type { WishlistItem } from '@/api/schema';
import { alertAtom, Provider, store, toastsAtom, tokenAtom } from '@/state';
import WishlistButton from '@/components/WishlistButton';

const claims = btoa(JSON.stringify({ sub: '3', email: 'siti@ksmart.test', exp: 9_999_999_999 }));
/** Timeout in milliseconds; a slow machine must not fail the test. */
const PATIENCE = 20_000;
const item = { id: 50, product_id: 5 } as WishlistItem;

/** Renders two hearts of one product, and one of another. */
function open(items: WishlistItem[]) {
  store.set(tokenAtom, `x.${claims}.y`);
  queryClient.setQueryData(wishlistQuery('3').queryKey, { success: true, data: items });
  render(
    <Provider store={store}>
      <MemoryRouter>
        <WishlistButton productId={5} />
        <WishlistButton productId={5} />
        <WishlistButton productId={6} />
      </MemoryRouter>
    </Provider>,
  );
  return screen.getAllByRole('button');
}

/** Responds to changes on demand, and to list requests at once. */
function serve(items: WishlistItem[]) {
  const waiting: ((response: Response) => void)[] = [];
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((_, init) =>
      init?.method === 'GET'
        ? Promise.resolve(new Response(JSON.stringify({ success: true, data: items })))
        : new Promise((resolve) => void waiting.push(resolve)),
    );
  const answer = async (status: number, body: string) => {
    await vi.waitFor(() => expect(waiting).toHaveLength(1), PATIENCE);
    waiting[0]?.(new Response(body, { status }));
  };
  const changes = () => fetched.mock.calls.filter(([, init]) => init?.method !== 'GET').length;
  return { answer, changes };
}

const attributes = (name: string) =>
  screen.getAllByRole('button').map((each) => each.getAttribute(name));
const toasts = () => store.get(toastsAtom).map(({ title, text }) => [title, text]);

beforeEach(() => store.set(toastsAtom, []));
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
  store.set(tokenAtom, null);
});

it('blocks all buttons of a product while saving', async () => {
  const [heart, twin] = open([]);
  const { answer, changes } = serve([item]);
  expect(attributes('aria-label')).toEqual(Array(3).fill('Tambah ke wishlist'));
  fireEvent.click(heart as HTMLElement);
  expect(attributes('aria-disabled')).toEqual(['true', 'true', 'false']);
  expect(heart?.querySelector('.animate-spin')).not.toBeNull();
  fireEvent.click(heart as HTMLElement);
  fireEvent.click(twin as HTMLElement);
  expect(changes()).toBe(1);

  await answer(201, '{"success":true}');
  await waitFor(() => expect(attributes('aria-pressed')).toEqual(['true', 'true', 'false']));
  await waitFor(() => expect(attributes('aria-disabled')).toEqual(Array(3).fill('false')));
  expect(heart?.getAttribute('aria-label')).toBe('Hapus dari wishlist');
  expect(toasts()).toEqual([['Berhasil!', 'Produk ditambahkan ke wishlist.']]);
});

it.each([
  [409, '{"message":"Sedang diproses.","code":"repeated"}', 'Sedang diproses.'],
  [500, '', 'Terjadi kesalahan saat memproses wishlist.'],
])('stays as it was when the answer is %i', async (status, body, text) => {
  const [heart] = open([item]);
  const { answer } = serve([]);
  fireEvent.click(heart as HTMLElement);
  await answer(status, body);
  await waitFor(() => expect(store.get(alertAtom)).toMatchObject({ title: 'Oops...', text }));
  await waitFor(() => expect(attributes('aria-disabled')).toEqual(Array(3).fill('false')));
  expect(attributes('aria-pressed')).toEqual(['true', 'true', 'false']);
});

it('shows the success message for 1500 ms', async () => {
  vi.useFakeTimers();
  const [heart] = open([item]);
  const { answer } = serve([]);
  fireEvent.click(heart as HTMLElement);
  await answer(200, '{"success":true}');
  // Polls every 50 ms, so that the notice is up to 50 ms old when it is found.
  const done = ['Berhasil!', 'Produk dihapus dari wishlist.'];
  await vi.waitFor(() => expect(toasts()).toEqual([done]), PATIENCE);
  await act(() => vi.advanceTimersByTimeAsync(1449));
  expect(toasts()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(51));
  expect(toasts()).toHaveLength(0);
});
