import { QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { queryClient } from '@/api/client';
import { Provider, store } from '@/state';

const refuse = () => Promise.resolve(Response.json({ message: 'Tidak.' }, { status: 400 }));

/**
 * Renders a route with the `known` data of the server, and lets the server refuse further requests;
 * for tests.
 */
export async function refetchFails(
  known: readonly (readonly [QueryKey, unknown])[],
  element: ReactNode,
  [path, at]: readonly [route: string, address: string] = ['/', '/'],
): Promise<void> {
  for (const [key, data] of known) queryClient.setQueryData(key, data);
  const asked = vi.spyOn(window, 'fetch').mockImplementation(refuse);
  render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path={path} element={element} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </Provider>,
  );
  await act(async () => {
    await queryClient.refetchQueries();
    // The screens are updated one task later.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  });
  expect(asked).toHaveBeenCalled();
}
