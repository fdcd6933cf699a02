import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '@/api/client';
import { OfflineNotice } from './OfflineNotice';

const hear = (name: string) => act(() => void window.dispatchEvent(new Event(name)));

/** As the page passes on what the worker says. */
const hearWorker = (name: string) => {
  document.documentElement.dataset['network'] = name;
  return hear(name);
};

test('what the browser and the worker know of the network is said', async () => {
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
  // A late answer does not outweigh the browser.
  await hearWorker('back');
  expect(screen.getByRole('status')).toBeDefined();
  onLine.mockReturnValue(true);
  await hear('online');
  expect(screen.queryByRole('status')).toBeNull();
});

test('the server is asked until it answers, but not while the browser knows better', async () => {
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

test('what was answered without a network is asked again once it is back', async () => {
  const queryKey = ['/api/banners'];
  queryClient.setQueryData(queryKey, []);
  render(<OfflineNotice />);
  await hearWorker('gone');
  queryClient.setQueryData(queryKey, []);
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false);
  await hearWorker('back');
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
