import { query, type Path } from '@/api/calls';

/** Queries a path, anew each time that a page is opened: others work on the same data. */
export const adminQuery = <P extends Path>(...asked: Parameters<typeof query<P>>) => ({
  ...query(...asked),
  staleTime: 0,
});
