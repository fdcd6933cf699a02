import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { coreAtom, LONGEST, LONGEST_PRESSED, loadCore } from '@/core';
import { OFFLINE } from '@/errors';
import { CoreTrouble } from '@/components/CoreTrouble';
import { useAtomValue } from '@/state';

let arrive: () => void = Boolean;
vi.mock('ksmart-core-wasm', () => new Promise((resolve) => (arrive = () => resolve({ quote: 1 }))));

afterEach(() => vi.useRealTimers());

function Total() {
  return useAtomValue(coreAtom) ? <output>Rp 1</output> : <CoreTrouble />;
}

it('shows an error until the rules are loaded', async () => {
  vi.useFakeTimers();
  render(<Total />);
  const refused = vi.fn<(error: Error) => void>();
  void loadCore().catch(refused);
  await act(() => vi.advanceTimersByTimeAsync(LONGEST - 1));
  expect(screen.queryByRole('alert')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('alert').textContent).toContain('belum dapat dimuat');
  // A press may happen over a slow network, so it waits longer.
  await act(() => vi.advanceTimersByTimeAsync(LONGEST_PRESSED - LONGEST - 1));
  expect(refused).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(refused).toHaveBeenCalledWith(expect.objectContaining({ message: OFFLINE }));
  arrive();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(screen.getByText('Rp 1')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});
