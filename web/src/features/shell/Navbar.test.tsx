import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { OFFLINE } from '@/errors';
import { Provider, store, toastsAtom, tokenAtom } from '@/state';
import { Navbar } from './Navbar';

vi.mock('@/components/LogoutDialog', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

function open() {
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/about-us']}>
        <Navbar />
        <button type="button">Isi</button>
      </MemoryRouter>
    </Provider>,
  );
  return userEvent.setup();
}

const toggle = () => screen.getByRole('button', { name: /menu$/ });
const expanded = () => toggle().getAttribute('aria-expanded');

it('the menu closes when a link is followed', async () => {
  const user = open();
  await user.click(toggle());
  expect(expanded()).toBe('true');
  await user.click(screen.getByRole('link', { name: /K-Smart/ }));
  expect(expanded()).toBe('false');
});

it('the menu closes on Escape and returns focus', async () => {
  const user = open();
  await user.click(toggle());
  await user.tab();
  await user.keyboard('{Escape}');
  expect(expanded()).toBe('false');
  expect(document.activeElement).toBe(toggle());
  await user.click(toggle());
  await user.click(screen.getByRole('button', { name: 'Isi' }));
  expect(expanded()).toBe('false');
});

it('stays on screen when a dialog fails to load', async () => {
  store.set(tokenAtom, 'x.y.z');
  const user = open();
  await user.click(screen.getAllByRole('button', { name: 'Logout' })[0] as HTMLElement);
  await waitFor(() => expect(store.get(toastsAtom).map(({ title }) => title)).toEqual([OFFLINE]));
  expect(screen.getByRole('navigation', { name: 'Utama' })).toBeDefined();
  store.set(tokenAtom, null);
  store.set(toastsAtom, []);
});
