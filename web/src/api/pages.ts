/** Lists that can be long: the server gives them in pages. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { request } from '@/api/client';

/** How many rows a page has. */
const LIMIT = '20';

type Answer = { next_cursor?: string | null };

/** A list of the server's: what it is kept as, and how its address is asked. */
export type PagedList<A extends Answer, Wire = A> = {
  path: string;
  /** What the list is narrowed to; empty values stay away. */
  query: Record<string, string>;
  /** Finds the page in the answer. */
  page: (answer: Wire) => A;
};

function address(path: string, query: Record<string, string>): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return `${path}?${new URLSearchParams(given)}`;
}

/** A question without what is searched for. */
function narrowed(query: object): string {
  return JSON.stringify({ ...query, search: '' });
}

/** Follows a member's list: the pages so far, and how to go on. Without a list nothing is asked. */
export function usePages<A extends Answer, Wire>(list: PagedList<A, Wire> | null) {
  const { path, query, page } = list ?? {
    path: '',
    query: {},
    page: (answer: Wire) => answer as never,
  };
  const result = useInfiniteQuery({
    queryKey: ['member', 'pages', path, query],
    queryFn: async ({ pageParam, signal }): Promise<A> => {
      const from = address(path, { ...query, limit: LIMIT, cursor: pageParam });
      return page(await request<Wire>('GET', from, undefined, signal));
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    enabled: list !== null,
    // What was found stays on the screen while the same list is searched for something else.
    placeholderData: (before, asked) =>
      asked?.queryKey[2] === path && narrowed(asked.queryKey[3] as object) === narrowed(query)
        ? before
        : undefined,
  });
  return {
    /** The pages, first to last; nothing until the first has arrived. */
    pages: result.data?.pages,
    /** Why the first page could not be had. */
    error: result.data ? null : result.error,
    retry: () => void result.refetch(),
    /** Whether what is shown answers an earlier question. */
    stale: result.isPlaceholderData,
    /** The next page, for the button below the list. */
    more: {
      there: result.hasNextPage,
      busy: result.isFetchingNextPage,
      failed: result.isFetchNextPageError,
      load: () => void result.fetchNextPage(),
    },
  };
}
