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
  expect(screen.getByRole('status').textContent).toContain('Anda sedang offline.');
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

test('the server is asked again until it answers, but not while the browser knows better', async () => {
  vi.useFakeTimers();
  const ask = vi.spyOn(queryClient, 'refetchQueries').mockResolvedValue();
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(<OfflineNotice />);
  await hearWorker('gone');
  vi.advanceTimersByTime(11_000);
  expect(ask).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  vi.advanceTimersByTime(10_000);
  expect(ask).toHaveBeenCalledTimes(2);
  await hearWorker('back');
  vi.advanceTimersByTime(10_000);
  expect(ask).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
