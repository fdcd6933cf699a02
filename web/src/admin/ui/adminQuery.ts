import { query, type Path } from '@/api/calls';

/** What the server has at a path, asked anew each time that a page is opened: others work on the same things. */
export const adminQuery = <P extends Path>(...asked: Parameters<typeof query<P>>) => ({
  ...query(...asked),
  staleTime: 0,
});
