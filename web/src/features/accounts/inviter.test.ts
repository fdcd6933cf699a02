import { expect, test, vi } from 'vitest';
import { store } from '@/state';
import { inviterAtom, uidOf } from './inviter';

test('an inviter is remembered for 30 days', async () => {
  store.set(inviterAtom, uidOf(' ks12345678\u200b\n'));
  const month = 30 * 86_400_000;
  for (const [later, expected] of [
    [month - 60_000, 'KS12345678'],
    [month + 60_000, null],
  ] as const) {
    vi.resetModules();
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + later);
    const state = await import('@/state');
    const { inviterAtom: again } = await import('./inviter');
    expect(state.store.get(again)).toBe(expected);
    vi.restoreAllMocks();
  }
});

test('a link without a uid has no inviter', () => {
  expect([uidOf(null), uidOf(''), uidOf(' \u200b')]).toEqual([null, null, null]);
});
