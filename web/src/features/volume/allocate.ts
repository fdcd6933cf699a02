import type { BvSummary, PlanBv } from '@/api/schema';
import type { PlanVolumes } from '@/core';

/** The rule of the plans, as the compiled core gives it. */
export type Allocate = (chosen: PlanVolumes) => PlanVolumes;

/** The keys of the two plans (spec, section 9). */
const PLAN_A = 1;
const PLAN_B = 2;

/** Returns a member's points in each of the two plans. */
export function earnedVolumes(earned: PlanBv[]): PlanVolumes {
  const of = (plan: number) => earned.find(({ id_plan }) => id_plan === plan)?.total_bv ?? 0;
  return { plan_a: of(PLAN_A), plan_b: of(PLAN_B) };
}

/**
 * A calculated period's points by plan: allocated here, by the rules that the server has, too.
 *
 * The server's word stands where the rules have not arrived yet, and where refunds made a plan negative, which is
 * settled before the rules are asked.
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
