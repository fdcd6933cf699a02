/** Counts of waiting work, for the office's menu and the icon of the installed app. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { todayQuery } from '@/admin/components/today';
import type { Today } from '@/api/schema';

/** Returns the counts of waiting work, by the section's address. */
export const waitingAt = (counts: Today | undefined): Record<string, number> => ({
  '/admin/orders':
    (counts?.to_pack ?? 0) +
    (counts?.held ?? 0) +
    (counts?.payment_problems ?? 0) +
    (counts?.refunds_prepared ?? 0),
  '/admin/returns':
    (counts?.returns_asked ?? 0) +
    (counts?.returns_received ?? 0) +
    (counts?.returns_transferring ?? 0),
  '/admin/questions': counts?.questions_waiting ?? 0,
});

/**
 * Returns the counts of waiting work by section; their sum is shown on the icon of the installed
 * app while a user is logged in. `on`: whether this administrator may see the counts.
 */
export function useWaiting(on: boolean): Record<string, number> {
  const { data } = useQuery({ ...todayQuery, enabled: on });
  const waiting = waitingAt(data);
  const sum = Object.values(waiting).reduce((all, count) => all + count, 0);
  useEffect(() => {
    // Browsers that install no apps have no badge.
    void navigator.setAppBadge?.(sum).catch(() => undefined);
  }, [sum]);
  return waiting;
}
