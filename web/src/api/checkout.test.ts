import { afterEach, expect, test, vi } from 'vitest';

const KEY = 'checkout_token';

/** Opens a tab in a browser in which this is the newest checkout. */
async function openTab(newest: string) {
  localStorage.setItem(KEY, newest);
  vi.resetModules();
  const { store } = await import('@/state');
  const { checkoutTokenAtom } = await import('./checkout');
  return {
    token: () => store.get(checkoutTokenAtom),
    set: (token: string | null) => store.set(checkoutTokenAtom, token),
  };
}

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('a tab keeps the checkout that it began with', async () => {
  const tab = await openTab('coffee');
  expect(tab.token()).toBe('coffee');
  const reloaded = await openTab('soap');
  expect(reloaded.token()).toBe('coffee');
});

test('ending a checkout keeps that of another tab', async () => {
  const tab = await openTab('coffee');
  localStorage.setItem(KEY, 'soap');
  tab.set(null);
  expect(tab.token()).toBeNull();
  expect(localStorage.getItem(KEY)).toBe('soap');
});

test('ending a checkout clears both storages', async () => {
  const tab = await openTab('coffee');
  tab.set('tea');
  expect(localStorage.getItem(KEY)).toBe('tea');
  tab.set(null);
  expect([localStorage.getItem(KEY), sessionStorage.getItem(KEY)]).toEqual([null, null]);
});
