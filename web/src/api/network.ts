/** Downline of the member. */
import { list } from '@/api/pages';

/** Lists the downline, nearest first, limited to members whose name or uid contains `search`. */
export const downlines = (search: string) => list('/api/downlines', { search });
