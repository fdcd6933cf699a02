import { adminQuery } from '@/admin/ui/adminQuery';

/** Query of the waiting work; fetched again every minute while the page is viewed. */
export const todayQuery = { ...adminQuery('/api/admin/today'), refetchInterval: 60_000 };
