import { query, type Path } from '@/api/calls';

/** Queries a path again each time a page is opened, because others work on the same data. */
export const adminQuery = <P extends Path>(...asked: Parameters<typeof query<P>>) => ({
  ...query(...asked),
  staleTime: 0,
});
