import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '@/api/client';
import { OfflineNotice } from './OfflineNotice';

const hear = (name: string) => act(() => void window.dispatchEvent(new Event(name)));

/** Passes on a message of the worker as the page does. */
const hearWorker = (name: string) => {
  document.documentElement.dataset['network'] = name;
  return hear(name);
};

test('shows a notice while the network is down', async () => {
  render(<OfflineNotice />);
  expect(screen.queryByRole('status')).toBeNull();
  await hearWorker('gone');
  expect(screen.getByRole('status').textContent).toMatch(
    /^Anda sedang offline\. Yang tampil mungkin bukan yang terbaru/,
  );
  await hearWorker('back');
  expect(screen.queryByRole('status')).toBeNull();

  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await hear('offline');
  // A late answer does not override the browser's own state.
  await hearWorker('back');
  expect(screen.getByRole('status')).toBeDefined();
  onLine.mockReturnValue(true);
  await hear('online');
  expect(screen.queryByRole('status')).toBeNull();
});

test('retries only while the browser is online', async () => {
  vi.useFakeTimers();
  const ask = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response('[]')));
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(<OfflineNotice />);
  await hearWorker('gone');
  vi.advanceTimersByTime(11_000);
  expect(ask).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  await hear('online');
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(ask).toHaveBeenCalledTimes(3);
  await hearWorker('back');
  vi.advanceTimersByTime(10_000);
  expect(ask).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});

test('invalidates offline data when back online', async () => {
  const queryKey = ['/api/banners'];
  queryClient.setQueryData(queryKey, []);
  render(<OfflineNotice />);
  await hearWorker('gone');
  queryClient.setQueryData(queryKey, []);
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false);
  await hearWorker('back');
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
