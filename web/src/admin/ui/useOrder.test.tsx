import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useOrder } from './useOrder';

/**
 * Renders an order with a server that answers or refuses on demand; returns the sent orders and the
 * shown one.
 */
function open() {
  const told: [sorted: string[], was: string[]][] = [];
  const waiting: { answer: () => void; refuse: (error: Error) => void }[] = [];
  const sendOrder = (sorted: string[], was: string[]) => {
    told.push([sorted, was]);
    return new Promise<void>((answer, refuse) => waiting.push({ answer, refuse }));
  };
  const onFailure = vi.fn<(error: unknown) => void>();
  const { result } = renderHook(() => useOrder(['a', 'b', 'c'], { sendOrder, onFailure }));
  const order = (letters: string) => act(() => result.current.order([...letters]));
  const next = (with_: 'answer' | 'refuse') =>
    act(async () => waiting.shift()?.[with_](new Error('gone')));
  return { told, onFailure, order, next, shown: () => result.current.shown.join('') };
}

it('skips intermediate orders while one is sent', async () => {
  const { told, order, next, shown } = open();
  for (const letters of ['bac', 'bca', 'cba']) order(letters);
  expect([told.length, shown()]).toEqual([1, 'cba']);
  await next('answer');
  expect(told).toEqual([
    [
      ['b', 'a', 'c'],
      ['a', 'b', 'c'],
    ],
    [
      ['c', 'b', 'a'],
      ['b', 'a', 'c'],
    ],
  ]);
  expect(shown()).toBe('cba');
  await next('answer');
  expect(told.length).toBe(2);
});

it('shows the saved order after a refusal', async () => {
  const { told, onFailure, order, next, shown } = open();
  order('bac');
  order('cba');
  await next('refuse');
  expect(onFailure).toHaveBeenCalledOnce();
  expect([told.length, shown()]).toEqual([1, 'abc']);
  order('acb');
  expect(told[1]).toEqual([
    ['a', 'c', 'b'],
    ['a', 'b', 'c'],
  ]);
});
