import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { rankCardQuery } from '@/api/bonuses';
import type { RankCard } from '@/api/schema';
import { usePlanRules, type Corner, type Preview, type Trial } from '@/planRules';

/** A rank card whose plan and period are there. */
export type FilledCard = RankCard & { corner: Corner };

/** Calculates what a period would pay for trial points; null for points beyond what the rules accept. */
export type TryOut = (trial: Trial) => Preview | null;

/** The member's rank card as the server last told it, and what tries points on it once the rules are there. */
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
    /** The card, where there is a plan and a period. */
    card: corner && (data as FilledCard),
    error: data ? null : error,
    retry: () => void refetch(),
    tryOut: rules ? tryOut : null,
    /** Whether the rules did not come in time. */
    isMissing,
  };
}

/** The points that there are. */
export function standing({ earned }: Corner): Trial {
  return { own: earned, leg: undefined, added: { plan_a: 0, plan_b: 0 } };
}
