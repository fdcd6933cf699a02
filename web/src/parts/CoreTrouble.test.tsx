import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { coreAtom, LONGEST, loadCore } from '@/core';
import { OFFLINE } from '@/errors';
import { CoreTrouble } from '@/parts/CoreTrouble';
import { useAtomValue } from '@/state';

let arrive: () => void = Boolean;
vi.mock('ksmart-core-wasm', () => new Promise((resolve) => (arrive = () => resolve({ quote: 1 }))));

afterEach(() => vi.useRealTimers());

function Total() {
  return useAtomValue(coreAtom) ? <output>Rp 1</output> : <CoreTrouble />;
}

it('rules that do not come are told of, and used when they are there after all', async () => {
  vi.useFakeTimers();
  render(<Total />);
  const asked = loadCore().then(
    () => null,
    (error: Error) => error.message,
  );
  await act(() => vi.advanceTimersByTimeAsync(LONGEST - 1));
  expect(screen.queryByRole('alert')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(await asked).toBe(OFFLINE);
  expect(screen.getByRole('alert').textContent).toContain('belum dapat dimuat');
  arrive();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(screen.getByText('Rp 1')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});
