/** Lists that can be long: the server gives them in pages. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { addressOf, type AnswerAt, type ParamsOf, type Path } from '@/api/calls';
import { publicQueryAt, queryClient, send } from '@/api/client';
import type { Param } from '@/api/schema';

/** Number of rows of a page; also named by the server's `addresses.rs`, where a first page is fetched ahead. */
const LIMIT = '20';

/** A page of a list; the next one begins at its cursor. */
type Page = { next_cursor?: string | null };

/** A list of the server's: its path, and what it is narrowed to. */
export type PagedList<A extends Page> = {
  path: Path;
  params: Record<string, Param>;
  /** Finds the page in the answer. */
  page: (answer: never) => A;
  /** Whether everyone may see it: it is asked without saying who asks, and its first page may be there already. */
  open?: boolean;
};

/** The list at a path; `page` finds the page in an answer that is none itself. */
export function list<P extends Path, A extends Page = AnswerAt<P> & Page>(
  path: P,
  params: Omit<ParamsOf<P>, 'limit' | 'cursor'>,
  page: (answer: AnswerAt<P>) => A = (answer) => answer as A,
): PagedList<A> {
  return { path, params: params as Record<string, Param>, page };
}

/** An address without what is searched for. */
function narrowed(address: string): string {
  const { pathname, searchParams } = new URL(address, window.location.origin);
  searchParams.delete('search');
  return `${pathname}?${searchParams}`;
}

/** Follows a list: the pages so far, and how to go on. Without a list nothing is asked. */
export function usePages<A extends Page>(asked: PagedList<A> | null) {
  const { path = '', params = {}, page = (answer: never) => answer, open } = asked ?? {};
  const address = addressOf(path, params);
  const result = useInfiniteQuery({
    // The address has one page or all of them, which are two things.
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
    // What was found stays on the screen while the same list is searched for something else.
    placeholderData: (before, last) =>
      last && narrowed(String(last.queryKey[0])) === narrowed(address) ? before : undefined,
  });
  return {
    /** The pages, first to last; nothing until the first has arrived. */
    pages: result.data?.pages,
    /** Reason why the first page failed to load. */
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
