import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import { Provider, store } from '@/state';
import { Component as NewPlanPage } from './NewPlanPage';

const plan = {
  id: 4,
  personal_rate: '10',
  level_rates: ['5'],
  qualification_points: 30,
  cap_percent: '40',
  point_value_rp: 5000,
};
const outcome = {
  lines: [],
  uncapped_rp: 0,
  bonus_rp: 0,
  all_uncapped_rp: 0,
  cap_rp: 0,
  is_scaled: false,
  is_qualified: true,
};
const message = 'Isi persen antara 0 dan 100.';

afterEach(() => queryClient.clear());

function renderPage() {
  render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <NewPlanPage />
        </MemoryRouter>
      </QueryClientProvider>
    </Provider>,
  );
}

it('says nothing of a first plan that nobody has begun', async () => {
  const fetch = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() =>
      Promise.resolve(new Response(JSON.stringify({ plans: [], next_cursor: null }))),
    );
  renderPage();
  expect(await screen.findByText('Isi rencananya untuk melihat contoh.')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(fetch.mock.calls.every(([, init]) => init?.method !== 'POST')).toBe(true);
});

it('asks whether a version is to be used once it has been checked', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    if (init?.method !== 'POST')
      return Promise.resolve(new Response(JSON.stringify({ plans: [plan], next_cursor: null })));
    const good = !String(init.body).includes('banyak');
    const fields = [{ field: 'personal_rate', message }];
    const refusal = { message, code: 'invalid_field', fields };
    return Promise.resolve(
      new Response(JSON.stringify(good ? outcome : refusal), { status: good ? 200 : 422 }),
    );
  });
  renderPage();
  const user = userEvent.setup();
  const rate = await screen.findByLabelText<HTMLInputElement>('Bonus pribadi (%)');
  await user.clear(rate);
  await user.type(rate, 'banyak');
  await user.click(screen.getByRole('button', { name: 'Simpan versi baru' }));
  await vi.waitFor(() => expect(rate.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.clear(rate);
  await user.type(rate, '12,5');
  await user.click(screen.getByRole('button', { name: 'Simpan versi baru' }));
  expect(await screen.findByRole('dialog', { name: 'Pakai versi baru ini?' })).toBeDefined();
});
