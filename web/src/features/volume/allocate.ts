import type { BvSummary, PlanBv } from '@/api/schema';
import type { PlanVolumes } from '@/core';

/** Rule of the plans, as provided by the compiled core. */
export type Allocate = (chosen: PlanVolumes) => PlanVolumes;

/** Ids of Plan A and Plan B. */
const PLAN_A = 1;
const PLAN_B = 2;

/** Returns a member's points in each of the two plans. */
export function earnedVolumes(earned: PlanBv[]): PlanVolumes {
  const of = (plan: number) => earned.find(({ id_plan }) => id_plan === plan)?.total_bv ?? 0;
  return { plan_a: of(PLAN_A), plan_b: of(PLAN_B) };
}

/**
 * Returns a calculated period's points by plan: allocated here, by the same rules as on the server.
 *
 * Uses the server's result while the rules have not arrived, and where refunds made a plan
 * negative: the server settles that before it applies the rules.
 */
export function settled(
  summary: BvSummary,
  earned: PlanBv[],
  allocate: Allocate | undefined,
): PlanVolumes {
  const chosen = earnedVolumes(earned);
  if (!allocate || chosen.plan_a < 0 || chosen.plan_b < 0) return summary;
  return allocate(chosen);
}
