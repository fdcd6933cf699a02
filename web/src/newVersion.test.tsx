import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { VersionNotice } from '@/features/shell/VersionNotice';
import { LOOK, watchVersion } from '@/newVersion';
import { newVersionAtom, Provider, store } from '@/state';

const page = (entry: string) => `<link href="/assets/index-${entry}.js">`;
const look = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));
const told = () => screen.queryByRole('status')?.textContent ?? null;

let served: string;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  served = 'old';
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(new Response(page(served))),
  );
  stop = watchVersion('https://toko.example/assets/index-old.js');
  render(
    <Provider store={store}>
      <VersionNotice />
    </Provider>,
  );
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  store.set(newVersionAtom, false);
});

it('checks for a new version when a tab is shown', async () => {
  served = 'new';
  await look();
  expect(fetch).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + LOOK);
  await look();
  expect(told()).toContain('Ada versi baru toko ini.');
  expect(screen.getByRole('button', { name: 'Muat ulang' })).toBeDefined();
});

it('checks for a new version every hour', async () => {
  await act(() => vi.advanceTimersByTimeAsync(LOOK));
  expect(fetch).toHaveBeenCalledOnce();
  expect(told()).toBeNull();
  served = 'new';
  await act(() => vi.advanceTimersByTimeAsync(LOOK));
  expect(told()).not.toBeNull();
});

it('shows no notice after a failed check', async () => {
  vi.mocked(fetch).mockResolvedValueOnce(new Response('not here', { status: 502 }));
  await act(() => vi.advanceTimersByTimeAsync(LOOK));
  vi.mocked(fetch).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await act(() => vi.advanceTimersByTimeAsync(LOOK));
  expect(told()).toBeNull();
});

it('offers a reload if the storage is full', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {});
  served = 'new';
  await act(async () => void window.dispatchEvent(new Event('vite:preloadError')));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(told()).toContain('Ada versi baru toko ini.');
});
