/** Downline of the member. */
import { list } from '@/api/pages';

/** The members below, nearest first, whose name or uid holds `search`. */
export const downlines = (search: string) => list('/api/downlines', { search });
