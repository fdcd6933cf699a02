import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { Provider, store } from '@/state';
import { Component as OpenPage } from './OpenPage';

afterEach(() => sessionStorage.clear());

it('opens no view if the storage is full', async () => {
  const view = { token: 'x.y.z', name: 'Siti', uid: 'KS1', until: '2026-11-01T00:00:00Z' };
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(JSON.stringify(view)));
  const keep = Storage.prototype.setItem;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, text) {
    if (key !== 'token') keep.call(this, key, text);
  });
  render(
    <Provider store={store}>
      <MemoryRouter>
        <OpenPage />
      </MemoryRouter>
    </Provider>,
  );
  expect(await screen.findByText(/^Penyimpanan browser ini penuh atau diblokir/)).toBeDefined();
  expect(sessionStorage.getItem('view')).toBeNull();
});
