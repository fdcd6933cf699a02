/** Those below the member. */
import type { PagedList } from '@/api/pages';
import type { Downlines } from '@/api/schema';

/** The members below, nearest first, whose name or uid holds `search`. */
export const downlines = (search: string): PagedList<Downlines> => ({
  path: '/api/downlines',
  query: { search },
  page: (answer) => answer,
});
