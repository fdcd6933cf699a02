import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { rankCardQuery } from '@/api/bonuses';
import type { RankCard } from '@/api/schema';
import { usePlanRules, type Corner, type Preview, type Trial } from '@/planRules';

/** Rank card with a plan and a period. */
export type FilledCard = RankCard & { corner: Corner };

/** Calculates what a period would pay for trial points; null for points beyond what the rules accept. */
export type TryOut = (trial: Trial) => Preview | null;

/**
 * Returns the member's latest rank card from the server, and a function that tries points on it
 * once the rules are loaded.
 */
export function useRankCard() {
  const { data, error, refetch } = useQuery(rankCardQuery);
  const { rules, isMissing } = usePlanRules();
  const corner = (data?.corner ?? null) as Corner | null;
  const tryOut = useCallback<TryOut>(
    (trial) => {
      if (!rules || !corner) return null;
      try {
        return rules.preview(corner, trial);
      } catch {
        return null;
      }
    },
    [rules, corner],
  );
  return {
    data,
    /** Card, if there is a plan and a period. */
    card: corner && (data as FilledCard),
    error: data ? null : error,
    retry: () => void refetch(),
    tryOut: rules ? tryOut : null,
    /** Whether the rules did not arrive in time. */
    isMissing,
  };
}

/** Returns a trial with the points earned so far. */
export function standing({ earned }: Corner): Trial {
  return { own: earned, leg: undefined, added: { plan_a: 0, plan_b: 0 } };
}
