/** The compensation plan as it is typed. */
import { wholeNumber } from '@/admin/ui/wholeNumber';
import type { NewPlan, PlanVersion } from '@/api/schema';
import { number } from '@/format';

/** A level's field, named as the server names it. */
export type LevelField = `level_rates.${number}`;

/** What is typed of a plan; `levels` of the level fields count. `version`: the plan that it was made from, 0 for none. */
export type PlanDraft = {
  personal_rate: string;
  cap_percent: string;
  qualification_points: string;
  point_value_rp: string;
  levels: number;
  version: number;
} & Record<LevelField, string>;

/** The most levels that a plan can have. */
export const MAX_LEVELS = 20;

/** Begins with the newest version, or with nothing. */
export function draftOf(plan: PlanVersion | undefined): PlanDraft {
  const levels = Object.fromEntries(
    (plan?.level_rates ?? []).map((rate, level) => [`level_rates.${level}`, typed(rate)]),
  ) as Record<LevelField, string>;
  return {
    ...levels,
    personal_rate: plan ? typed(plan.personal_rate) : '',
    cap_percent: plan ? typed(plan.cap_percent) : '',
    qualification_points: plan ? number(plan.qualification_points) : '',
    point_value_rp: plan ? number(plan.point_value_rp) : '',
    levels: plan?.level_rates.length ?? 0,
    version: plan?.id ?? 0,
  };
}

function typed(decimal: string): string {
  return String(Number(decimal)).replace('.', ',');
}

/** A whole number as people type it; null for anything else. */
export function whole(text: string): number | null {
  const read = wholeNumber(text);
  return read !== null && read >= 0 ? read : null;
}

/** What changes when a draft gets another level, or loses the last. */
export function withLevels(draft: PlanDraft, levels: number): Partial<PlanDraft> {
  const changed: Partial<PlanDraft> = { levels };
  changed[`level_rates.${Math.min(draft.levels, levels)}`] = '';
  return changed;
}

/** The draft as the server takes it; what is no whole number is left for it to refuse. */
export function planOf(draft: PlanDraft): NewPlan {
  return {
    personal_rate: draft.personal_rate,
    cap_percent: draft.cap_percent,
    level_rates: Array.from(
      { length: draft.levels },
      (_, level) => draft[`level_rates.${level}`] ?? '',
    ),
    qualification_points: whole(draft.qualification_points),
    point_value_rp: whole(draft.point_value_rp),
  };
}
