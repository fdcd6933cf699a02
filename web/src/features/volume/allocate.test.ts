import { describe, expect, it } from 'vitest';
import type { BvSummary, PlanBv } from '@/api/schema';
import { loadCore } from '@/core';
import { earnedVolumes, settled } from './allocate';

const plan = (id_plan: number, total_bv: number): PlanBv => ({
  id_plan,
  name: `Plan ${id_plan}`,
  total_bv,
});
const summary: BvSummary = {
  is_calculated: true,
  message: '',
  plan_a: 7,
  plan_b: 5,
  total_bv: 12,
};

describe('the points of the two plans', () => {
  it('are found by plan id in any order', () => {
    expect(earnedVolumes([plan(2, 120), plan(1, 30)])).toEqual({ plan_a: 30, plan_b: 120 });
    expect(earnedVolumes([plan(3, 9)])).toEqual({ plan_a: 0, plan_b: 0 });
  });
});

describe('the allocation of a calculated period', () => {
  it('is calculated by the rules of the core', async () => {
    const { allocate } = await loadCore();
    const of = (a: number, b: number) => settled(summary, [plan(1, a), plan(2, b)], allocate);
    expect(of(20, 12)).toEqual({ plan_a: 32, plan_b: 0 });
    expect(of(150, 199)).toEqual({ plan_a: 149, plan_b: 200 });
    expect(of(400, 0)).toEqual({ plan_a: 200, plan_b: 200 });
  });

  it("falls back to the server's allocation", async () => {
    const { allocate } = await loadCore();
    expect(settled(summary, [plan(1, 20)], undefined)).toMatchObject({ plan_a: 7, plan_b: 5 });
    expect(settled(summary, [plan(1, -3), plan(2, 15)], allocate)).toMatchObject({
      plan_a: 7,
      plan_b: 5,
    });
  });
});
