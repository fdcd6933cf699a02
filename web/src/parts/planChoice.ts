/** The choice between Plan A and Plan B. */
import { publicQuery } from '@/api/calls';
import { shop } from '@/shop';

/** Whether bonuses depend on it. */
export const planChoiceQuery = publicQuery('/api/plan-choice');

/** What the choice of a plan means, in the shop's words, where it has any. */
export const planText = (id: number | null) =>
  (id === 1 && shop.plan_a_text) || (id === 2 && shop.plan_b_text) || undefined;
