import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '@/errors';
import { useBulk, type Job } from './useBulk';

test('failed orders can be retried', async () => {
  const again = vi.fn<() => Promise<void>>();
  again.mockRejectedValueOnce(new ApiError('Status tidak cocok.', 409, 'move_refused', true));
  again.mockResolvedValueOnce();
  const fine = vi.fn(() => Promise.resolve());
  const jobs: Job[] = [
    { id: 'a', run: fine },
    { id: 'b', run: again },
    { id: 'c', run: fine },
  ];
  const [onDone, onEnd] = [vi.fn(), vi.fn()];
  const { result } = renderHook(() => useBulk(jobs, onDone, onEnd));
  expect(result.current.waiting).toBe(3);
  act(() => result.current.start());
  await waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(result.current.isPending).toBe(false));
  expect([result.current.done, result.current.failed]).toEqual([2, 1]);
  expect(result.current.of('b')).toEqual({ failed: 'Status tidak cocok.' });
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.done).toBe(3));
  expect(fine).toHaveBeenCalledTimes(2);
  expect(onDone.mock.calls.flat()).toEqual(['a', 'c', 'b']);
});

test('a stopped run can be continued', async () => {
  let finish: (() => void) | undefined;
  const slow = () =>
    new Promise<void>((resolve) => {
      finish = resolve;
    });
  const last = vi.fn(() => Promise.resolve());
  const jobs: Job[] = [
    { id: 'a', run: slow },
    { id: 'b', run: last },
  ];
  const { result } = renderHook(() => useBulk(jobs, vi.fn(), vi.fn()));
  act(() => result.current.start());
  act(() => result.current.stop());
  await act(async () => {
    finish?.();
    await Promise.resolve();
  });
  await waitFor(() => expect(result.current.isPending).toBe(false));
  expect([result.current.done, result.current.waiting]).toEqual([1, 1]);
  expect(last).not.toHaveBeenCalled();
  act(() => result.current.start());
  await waitFor(() => expect(result.current.done).toBe(2));
});
