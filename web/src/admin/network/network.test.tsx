import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '@/api/client';
import type { NetworkMember } from '@/api/schema';
import { NetworkTree } from './NetworkTree';

/** Returns a member of the network, with three members directly below by default. */
const member = (number: number, directs = 3): NetworkMember => ({
  uid: `KS${number}`,
  name: `Anggota ${number}`,
  role: 'member',
  is_suspended: false,
  directs,
  downlines: directs * 10,
});

function show(element: React.ReactNode) {
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{element}</MemoryRouter>
    </QueryClientProvider>,
  );
}

const asked = vi.fn<(path: string) => NetworkMember[]>();

beforeEach(() => {
  queryClient.clear();
  asked.mockReset();
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(Response.json({ members: asked(path), next_cursor: null })),
  );
});

describe('the network', () => {
  it('opens a 60-level path without other requests', () => {
    const trail = Array.from({ length: 60 }, (_, depth) => member(depth, depth === 59 ? 0 : 3));
    const { container } = show(<NetworkTree trail={trail} />);
    // Uses selectors: for a query by role, all ancestors of each element are evaluated again.
    expect(container.querySelector('[aria-current=true]')?.textContent).toContain('Anggota 59');
    expect(container.querySelectorAll('[aria-expanded=true]')).toHaveLength(59);
    expect(asked).not.toHaveBeenCalled();
  });

  it('loads the rest of a level without duplicates', async () => {
    asked.mockReturnValue([member(5, 0), member(1, 0), member(6, 0)]);
    show(<NetworkTree trail={[member(0), member(1, 0)]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Tampilkan 2 lainnya' }));
    expect(await screen.findByRole('link', { name: /^Anggota 6 / })).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /^Anggota 1 / })).toHaveLength(1);
    expect(asked).toHaveBeenCalledExactlyOnceWith('/api/admin/network?below=KS0&limit=20');
  });

  it('moves through the tree by arrow keys', async () => {
    asked.mockImplementation((path) =>
      path.includes('below=KS0') ? [member(1, 0), member(2, 0)] : [member(0), member(9, 0)],
    );
    show(<NetworkTree trail={[]} />);
    const top = await screen.findByRole('button', { name: /^Downline Anggota 0/ });
    top.focus();
    await userEvent.keyboard('{ArrowRight}');
    const child = await screen.findByRole('link', { name: /^Anggota 1 / });
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(child);
    await userEvent.keyboard('{End}');
    expect(document.activeElement?.textContent).toContain('Anggota 9');
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}');
    expect(document.activeElement).toBe(top);
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.queryByRole('link', { name: /^Anggota 1 / })).toBeNull();
  });
});
