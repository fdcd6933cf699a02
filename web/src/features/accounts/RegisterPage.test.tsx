import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import { Component as RegisterPage } from './RegisterPage';

afterEach(() => queryClient.clear());

it.each([true, false])('asks for Plan A or B if the shop uses both: %s', async (matters) => {
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input) =>
      Promise.resolve(
        String(input) === '/api/plan-choice'
          ? new Response(JSON.stringify({ matters }))
          : new Response(JSON.stringify({ message: 'tidak ada' }), { status: 404 }),
      ),
    );
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <RegisterPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByLabelText('Email')).toBeTruthy();
  await waitFor(() => expect(screen.queryByLabelText('Plan') !== null).toBe(matters));
  expect(fetched.mock.calls.map(([input]) => input)).toContain('/api/plan-choice');
});
