import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, useState, type ComponentType } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { OFFLINE } from '@/errors';
import { store, toastsAtom } from '@/state';
import { dialogPart, part } from '@/ui/part';

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

afterEach(() => store.set(toastsAtom, []));

it('a part that fails to load is left out', async () => {
  const Lost = part(gone);
  await act(async () =>
    render(
      <main>
        <h1>Toko</h1>
        <Suspense fallback="...">
          <Lost />
        </Suspense>
      </main>,
    ),
  );
  expect(screen.getByRole('main').textContent).toBe('Toko');
});

function Page({ question: Question }: { question: ComponentType<{ onClose: () => void }> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Buka
      </button>
      <output>{String(open)}</output>
      {open && <Question onClose={() => setOpen(false)} />}
    </>
  );
}

it('a dialog that fails to load can be retried', async () => {
  const load = vi
    .fn<() => Promise<{ default: () => string }>>()
    .mockImplementationOnce(gone)
    .mockResolvedValue({ default: () => 'Isi' });
  const Question = dialogPart<{ onClose: () => void }>(load);
  render(<Page question={Question} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button'));
  await vi.waitFor(() =>
    expect(store.get(toastsAtom).map(({ title }) => title)).toEqual([OFFLINE]),
  );
  expect(screen.getByRole('status').textContent).toBe('false');
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('Isi')).toBeDefined();
});

it('only routes and parts are loaded lazily', () => {
  const sources = import.meta.glob<string>('/src/**/*.tsx', {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  const lazy = Object.keys(sources).filter((file) =>
    /import {[^}]*\blazy\b[^}]*} from 'react'/.test(sources[file] ?? ''),
  );
  // Pages are inside the error boundary of `PageFrame`.
  expect(lazy).toEqual(['/src/admin/routes.tsx', '/src/routes.tsx', '/src/ui/part.tsx']);
});
