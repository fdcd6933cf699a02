/** Lists that can be long: the server returns them in pages. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { addressOf, type AnswerAt, type ParamsOf, type Path } from '@/api/calls';
import { publicQueryAt, queryClient, send } from '@/api/client';
import type { Param } from '@/api/schema';
import type { CursorParam } from '@/ui/useChooseParam';

/**
 * Number of rows of a page; also stated in the server's `addresses.rs`, for preloading a first
 * page.
 */
export const LIMIT = '20';

/** Page of a list; the next one begins at its cursor. */
export type Page = { next_cursor?: string | null };

/** List of the server: its path, and its filters. */
export type PagedList<A extends Page> = {
  path: Path;
  params: Record<string, Param>;
  /** Returns the page contained in the response. */
  page: (answer: never) => A;
  /**
   * Whether the list is public: it is then requested as public data, and its first page may be
   * preloaded.
   */
  open?: boolean;
  /** Query parameter with the cursor of its table, if another table of the page uses `cursor`. */
  cursorParam?: CursorParam;
};

/** Describes the list at a path; `page` finds the page in a response that is not a page itself. */
export function list<P extends Path, A extends Page = AnswerAt<P> & Page>(
  path: P,
  params: Omit<ParamsOf<P>, 'limit' | 'cursor'>,
  page: (answer: AnswerAt<P>) => A = (answer) => answer as A,
): PagedList<A> {
  return { path, params: params as Record<string, Param>, page };
}

/** Returns the address of a list, without its search text and its cursor. */
function listAddress(address: string): string {
  const { pathname, searchParams } = new URL(address, window.location.origin);
  searchParams.delete('search');
  searchParams.delete('cursor');
  return `${pathname}?${searchParams}`;
}

/**
 * Returns a function that chooses the data shown while an address loads: the previous data, if they
 * are from the same list with another search or page.
 */
export const shownMeanwhile =
  (address: string) =>
  <T>(before: T | undefined, last: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    last && listAddress(String(last.queryKey[0])) === listAddress(address) ? before : undefined;

/**
 * Follows a list: returns the pages so far, and a way to load more. Without a list nothing is
 * requested.
 */
export function usePages<A extends Page>(asked: PagedList<A> | null) {
  const { path = '', params = {}, page = (answer: never) => answer, open } = asked ?? {};
  const address = addressOf(path, params);
  const result = useInfiniteQuery({
    // One page at this address and all its pages are cached separately.
    queryKey: [address, 'pages'],
    queryFn: async ({ pageParam, signal }): Promise<A> => {
      const from = addressOf(path, { ...params, limit: LIMIT, cursor: pageParam });
      const answer = open
        ? await queryClient.fetchQuery(publicQueryAt(from))
        : await send('GET', from, undefined, signal);
      return page(answer as never);
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    enabled: asked !== null,
    ...(open && { meta: { public: true } }),
    placeholderData: shownMeanwhile(address),
  });
  return {
    /** Pages, first to last; undefined until the first has arrived. */
    pages: result.data?.pages,
    /** Error, if no page could be loaded; null once a page is shown. */
    error: result.data ? null : result.error,
    retry: () => void result.refetch(),
    /** Whether the shown pages are those of an earlier request, while the new ones load. */
    stale: result.isPlaceholderData,
    /** Next page, for the button below the list. */
    more: {
      there: result.hasNextPage,
      busy: result.isFetchingNextPage,
      failed: result.isFetchNextPageError,
      load: () => void result.fetchNextPage(),
    },
  };
}
