import { act, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter, Link, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SearchBox } from './SearchBox';
import { useChooseParam } from './useChooseParam';

function Page() {
  const choose = useChooseParam();
  const navigate = useNavigate();
  return (
    <>
      <SearchBox label="Cari" />
      <Link to="/orders?tag=vip">VIP</Link>
      <button type="button" onClick={() => choose('state', 'paid')}>
        Dibayar
      </button>
      <button
        type="button"
        onClick={() => {
          choose('state', 'sent');
          choose('tag', 'vip');
        }}
      >
        Dikirim, VIP
      </button>
      <button type="button" onClick={() => void navigate('/orders', { replace: true })}>
        Hapus pencarian
      </button>
    </>
  );
}

function open(address: string) {
  history.replaceState(null, '', address);
  render(
    <BrowserRouter>
      <Page />
    </BrowserRouter>,
  );
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByText(name));
const rest = () => act(() => vi.advanceTimersByTimeAsync(300));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('searches after a pause in typing', async () => {
  open('/orders');
  type('te');
  await act(() => vi.advanceTimersByTimeAsync(200));
  type('teh');
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(location.search).toBe('');
  await rest();
  expect(location.search).toBe('?search=teh');
});

it('drops the typed text when a link is followed', async () => {
  open('/orders');
  type('teh');
  press('VIP');
  expect(field().value).toBe('');
  await rest();
  expect(location.search).toBe('?tag=vip');
});

it('drops the typed text on browser back', async () => {
  open('/orders?search=kopi');
  press('VIP');
  type('teh');
  await act(async () => {
    history.back();
    await vi.waitFor(() => expect(location.search).toBe('?search=kopi'));
  });
  await rest();
  expect([field().value, location.search]).toEqual(['kopi', '?search=kopi']);
});

it('drops the typed text on a cleared search', async () => {
  open('/orders?search=kopi');
  type('kopi susu');
  press('Hapus pencarian');
  await rest();
  expect([field().value, location.search]).toEqual(['', '']);
});

it('keeps the typed text when a filter is chosen', async () => {
  open('/orders');
  type('teh');
  press('Dibayar');
  expect(field().value).toBe('teh');
  await rest();
  expect(location.search).toBe('?state=paid&search=teh');
});

it('applies two filters chosen at once', () => {
  open('/orders?search=teh');
  press('Dikirim, VIP');
  expect(location.search).toBe('?search=teh&state=sent&tag=vip');
});
