import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import { PlaceField } from './PlaceField';

afterEach(() => queryClient.clear());

it('warns that unselected text changed nothing', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(new Response(JSON.stringify({ success: true, data: [] }))),
  );
  const onPick = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <PlaceField
        title="Asal pengiriman"
        name="shipping_origin_id"
        label="Kuningan Timur, Setiabudi"
        id={17_579}
        error={undefined}
        onPick={onPick}
      />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const field = screen.getByRole<HTMLInputElement>('combobox');
  await user.clear(field);
  await user.type(field, 'Atlantis');
  await user.tab();
  expect(field.value).toBe('Kuningan Timur, Setiabudi');
  expect(
    screen.getByText(
      '“Atlantis” tidak dipilih dari daftar. Asal pengiriman tetap Kuningan Timur, Setiabudi.',
    ),
  ).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  // An input without a real change shows no message.
  await user.click(field);
  await user.type(field, 'x{Backspace}');
  expect(screen.queryByText(/Atlantis/)).toBeNull();
  expect(onPick).not.toHaveBeenCalled();
});

it('is empty until a place is chosen', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(new Response(JSON.stringify({ success: true, data: [] }))),
  );
  render(
    <QueryClientProvider client={queryClient}>
      <PlaceField
        title="Asal pengiriman"
        name="shipping_origin_id"
        label="Kuningan Timur, Setiabudi"
        id={null}
        error={undefined}
        onPick={() => undefined}
      />
    </QueryClientProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('combobox');
  expect(field.value).toBe('');
  const user = userEvent.setup();
  await user.type(field, 'Atlantis');
  await user.tab();
  expect(
    screen.getByText('“Atlantis” tidak dipilih dari daftar. Asal pengiriman belum ditentukan.'),
  ).toBeDefined();
});
