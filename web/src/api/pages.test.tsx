import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Path } from '@/api/calls';
import { queryClient } from '@/api/client';
import { usePages, type PagedList } from '@/api/pages';

type Names = { names: string[]; next_cursor?: string | null };

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const list = (params: Record<string, string>): PagedList<Names> => ({
  path: '/api/names' as Path,
  params,
  page: ({ data }: { data: Names }) => data,
});

/** Responds by address; an unknown address is refused. */
function serve(pages: Record<string, Names>) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const data = pages[String(input)];
    const body = data ? { data } : { message: 'tidak ada', code: 'x' };
    return Promise.resolve(new Response(JSON.stringify(body), { status: data ? 200 : 404 }));
  });
}

afterEach(() => queryClient.clear());

describe('a paged list', () => {
  it('loads the next page until there is no cursor', async () => {
    serve({
      '/api/names?limit=20': { names: ['a'], next_cursor: '5.1' },
      '/api/names?limit=20&cursor=5.1': { names: ['b'], next_cursor: null },
    });
    const { result } = renderHook(() => usePages(list({ search: '' })), { wrapper });
    await waitFor(() => expect(result.current.pages).toHaveLength(1));
    expect(result.current.more.there).toBe(true);
    act(() => result.current.more.load());
    await waitFor(() => expect(result.current.pages).toHaveLength(2));
    expect(result.current.pages?.flatMap(({ names }) => names)).toEqual(['a', 'b']);
    expect(result.current.more.there).toBe(false);
  });

  it('keeps loaded pages when the next page fails', async () => {
    serve({ '/api/names?limit=20': { names: ['a'], next_cursor: '5' } });
    const { result } = renderHook(() => usePages(list({})), { wrapper });
    await waitFor(() => expect(result.current.pages).toHaveLength(1));
    act(() => result.current.more.load());
    await waitFor(() => expect(result.current.more.failed).toBe(true));
    expect(result.current.pages).toHaveLength(1);
    expect(result.current.error).toBeNull();
    const other = renderHook(() => usePages(list({ period_id: '9' })), { wrapper });
    await waitFor(() => expect(other.result.current.error?.message).toBe('tidak ada'));
  });

  it('shows the old pages while a search loads', async () => {
    serve({ '/api/names?period_id=1&limit=20': { names: ['a'] } });
    const { result, rerender } = renderHook(
      (query: Record<string, string>) => usePages(list(query)),
      { wrapper, initialProps: { period_id: '1', search: '' } },
    );
    await waitFor(() => expect(result.current.pages).toHaveLength(1));
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}));
    rerender({ period_id: '1', search: 'x' });
    expect([result.current.stale, result.current.pages?.length]).toEqual([true, 1]);
    rerender({ period_id: '2', search: 'x' });
    expect(result.current.pages).toBeUndefined();
  });

  it('sends no request without a list', () => {
    const fetched = serve({});
    const { result } = renderHook(() => usePages<Names>(null), { wrapper });
    expect(result.current.pages).toBeUndefined();
    expect(fetched).not.toHaveBeenCalled();
  });
});
