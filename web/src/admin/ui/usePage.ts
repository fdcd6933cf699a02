import { useQuery } from '@tanstack/react-query';
import { addressOf } from '@/api/calls';
import { send } from '@/api/client';
import { LIMIT, shownMeanwhile, type Page, type PagedList } from '@/api/pages';
import { useAddressParams } from '@/ui/useAddressParams';

/** Follows one page of a list; its cursor is in the browser's address. */
export function usePage<A extends Page>({
  path,
  params,
  page,
  cursorParam = 'cursor',
}: PagedList<A>) {
  const cursor = useAddressParams().get(cursorParam) ?? '';
  const address = addressOf(path, { ...params, limit: LIMIT, cursor });
  const result = useQuery({
    queryKey: [address, 'page'],
    queryFn: async ({ signal }): Promise<A> =>
      page((await send('GET', address, undefined, signal)) as never),
    placeholderData: shownMeanwhile(address),
  });
  return {
    /** Page; undefined until it has arrived. */
    answer: result.data,
    /** Error, if no page could be loaded; null once a page is shown. */
    error: result.data ? null : result.error,
    retry: () => void result.refetch(),
    /** Whether the shown page is that of an earlier request, while the new one loads. */
    stale: result.isPlaceholderData,
    /** Cursor of the page; empty for the first. */
    cursor,
  };
}
