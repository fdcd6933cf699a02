import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useMutation } from './useMutation';

/** Returns a promise, and the function that resolves it. */
function work() {
  const finish: (() => void)[] = [];
  const promise = new Promise<void>((resolve) => {
    finish.push(resolve);
  });
  return { promise, resolve: () => finish.forEach((each) => each()) };
}

it('returns the input of the current run', async () => {
  const { promise, resolve } = work();
  const { result } = renderHook(() => useMutation((_kind: string) => promise));
  act(() => result.current.mutate('csv'));
  expect(result.current).toMatchObject({ isPending: true, variables: 'csv' });
  await act(async () => resolve());
  expect(result.current).toMatchObject({ isPending: false, variables: undefined, error: null });
});

it('does not run twice at the same time', async () => {
  const { promise, resolve } = work();
  const run = vi.fn(() => promise);
  const { result } = renderHook(() => useMutation(run));
  act(() => {
    result.current.mutate();
    result.current.mutate();
  });
  await act(async () => resolve());
  expect(run).toHaveBeenCalledTimes(1);
  act(() => result.current.mutate());
  expect(run).toHaveBeenCalledTimes(2);
});

it('clears the failure of the run before', async () => {
  const run = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('offline'));
  const { result } = renderHook(() => useMutation(run));
  await act(async () => result.current.mutate());
  expect(result.current.error?.message).toBe('offline');
  run.mockResolvedValueOnce();
  await act(async () => result.current.mutate());
  expect(result.current.error).toBeNull();
});

it('stays pending until the failure is handled', async () => {
  const { promise, resolve } = work();
  const { result } = renderHook(() =>
    useMutation(
      () => Promise.reject(new Error('conflict')),
      () => promise,
    ),
  );
  await act(async () => result.current.mutate());
  expect(result.current.isPending).toBe(true);
  await act(async () => resolve());
  expect(result.current.isPending).toBe(false);
});
