import { adminQuery } from '@/admin/ui/adminQuery';

/** What waits for someone; asked again every minute while someone looks. */
export const todayQuery = { ...adminQuery('/api/admin/today'), refetchInterval: 60_000 };
