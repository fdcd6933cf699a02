import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Package } from 'lucide-react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { Path } from '@/api/calls';
import { queryClient } from '@/api/client';
import type { PagedList } from '@/api/pages';
import { useChooseParam } from '@/ui/useChooseParam';
import { PagedTable } from './PagedTable';

type Names = { names: string[]; next_cursor?: string | null };

const pages: Record<string, Names> = {
  '/api/names?limit=20': { names: ['Ani'], next_cursor: '5.1' },
  '/api/names?limit=20&cursor=5.1': { names: ['Budi'], next_cursor: '9' },
  '/api/names?limit=20&cursor=9': { names: ['Citra'], next_cursor: null },
  '/api/names?limit=20&cursor=99': { names: [], next_cursor: null },
};

function Filter() {
  const choose = useChooseParam();
  return <button onClick={() => choose('search', '')}>Saring</button>;
}

const Address = () => <output aria-label="Alamat">{useLocation().search}</output>;

/** Promise that delays all answers while it is set. */
let held: Promise<void> | undefined;

const nothing = () => {};

/** Delays answers until the returned function is called. */
function hold(): () => void {
  let release = nothing;
  held = new Promise((resolve) => {
    release = resolve;
  });
  return () => release();
}

function open(at: string, chosen?: Set<string | number>) {
  window.history.replaceState(null, '', at);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    await held;
    const answer = pages[String(input)];
    return new Response(JSON.stringify(answer ?? { message: 'Alamat salah.', code: 'x' }), {
      status: answer ? 200 : 422,
    });
  });
  const list: PagedList<Names> = {
    path: '/api/names' as Path,
    params: {},
    page: (answer) => answer as Names,
  };
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <PagedTable
          label="Nama"
          list={list}
          rowsOf={({ names }) => names}
          keyOf={(name) => name}
          columns={[{ label: 'Nama', cell: (name) => name }]}
          empty={{ icon: Package, title: 'Belum ada' }}
          {...(chosen && { choice: { chosen, onChoose: nothing } })}
        />
        <Filter />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  held = undefined;
});

const address = () => screen.getByRole('status', { name: 'Alamat' }).textContent;

it('goes to the next page and back', async () => {
  open('/names');
  await screen.findByText('Ani');
  const user = userEvent.setup();
  await user.click(screen.getByRole('link', { name: 'Berikutnya' }));
  await screen.findByText('Budi');
  expect(address()).toBe('?cursor=5.1');
  expect(screen.queryByText('Ani')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Berikutnya' }));
  await screen.findByText('Citra');
  expect(screen.queryByRole('link', { name: 'Berikutnya' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Sebelumnya' }));
  await screen.findByText('Budi');
  await user.click(screen.getByRole('link', { name: 'Sebelumnya' }));
  await screen.findByText('Ani');
  expect(address()).toBe('');
  expect(screen.queryByRole('link', { name: 'Sebelumnya' })).toBeNull();
});

it('leads from a bookmarked page to the first', async () => {
  open('/names?cursor=9');
  await screen.findByText('Citra');
  await userEvent.setup().click(screen.getByRole('link', { name: 'Halaman pertama' }));
  await screen.findByText('Ani');
});

it.each([
  ['99', 'Halaman ini sudah kosong'],
  ['x', 'Alamat salah.'],
])('leads from the failed page %s to the first', async (cursor, text) => {
  open(`/names?cursor=${cursor}`);
  await screen.findByText(text);
  const release = hold();
  await userEvent.setup().click(screen.getByRole('link', { name: 'Halaman pertama' }));
  expect(screen.queryByText('Belum ada')).toBeNull();
  release();
  await screen.findByText('Ani');
});

it('waits for a page before its next one', async () => {
  open('/names');
  await screen.findByText('Ani');
  const user = userEvent.setup();
  const release = hold();
  await user.click(screen.getByRole('link', { name: 'Berikutnya' }));
  await user.click(screen.getByRole('link', { name: 'Berikutnya' }));
  release();
  await screen.findByText('Budi');
  expect(address()).toBe('?cursor=5.1');
  await user.click(screen.getByRole('link', { name: 'Sebelumnya' }));
  await screen.findByText('Ani');
});

it('moves the focus to the table of the next page', async () => {
  open('/names');
  await screen.findByText('Ani');
  await userEvent.setup().click(screen.getByRole('link', { name: 'Berikutnya' }));
  await screen.findByText('Budi');
  expect(document.activeElement?.contains(screen.getByRole('table'))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

it('counts the chosen rows of other pages', async () => {
  open('/names', new Set(['Ani', 'Budi', 'Citra']));
  await screen.findByText('2 yang dipilih ada di halaman lain.');
});

it('begins at the first page after a filter', async () => {
  open('/names?cursor=9');
  await screen.findByText('Citra');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Saring' }));
  await screen.findByText('Ani');
});
