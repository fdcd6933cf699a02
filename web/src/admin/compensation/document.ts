/** Compensation plan, as the server stores it: JSON, rates as decimal text, points and rupiah as whole numbers. */

/** Kinds of points: those of Plan A, those of Plan B, or their sum. */
export const volumes = ['a', 'b', 'both'] as const;
export type Volume = (typeof volumes)[number];

/** Metrics that a need can measure. */
export const metrics = [
  'pv',
  'gv',
  'pgv',
  'leg_gv',
  'legs_with_rank',
  'directs_with_rank',
  'total_gv',
  'rank',
] as const;
export type Metric = (typeof metrics)[number];

/** Fields of a need besides its metric. */
export type NeedField = 'volume' | 'nth' | 'rank' | 'at_least';

/** Fields that each metric requires, in the order in which they are read. */
export const needFields: Record<Metric, readonly NeedField[]> = {
  pv: ['volume', 'at_least'],
  gv: ['volume', 'at_least'],
  pgv: ['volume', 'at_least'],
  leg_gv: ['nth', 'volume', 'at_least'],
  legs_with_rank: ['rank', 'at_least'],
  directs_with_rank: ['rank', 'at_least'],
  total_gv: ['at_least'],
  rank: ['rank'],
};

/** Kinds of components; each pays by a different rule. */
export const kinds = ['personal', 'level', 'differential', 'generation', 'pool'] as const;
export type Kind = (typeof kinds)[number];

/** Ways to hold a rank: for the period that earned it, or permanently once it was reached. */
export const keepings = ['period', 'for_ever'] as const;
export type Keeps = (typeof keepings)[number];

/** Maximum number of ranks, and of components, in a plan. */
export const MOST = 20;
/** Maximum number of levels or generations that a component can pay. */
export const MOST_RATES = 100;

/** Empty plan: one rank, which every member has, and no bonus. */
export const emptyPlan = {
  name: 'Rencana baru',
  point_value_rp: 5000,
  cap_percent: '40',
  member_cap_rp: null,
  boundary_rank: null,
  ranks: [{ code: 'member', name: 'Anggota', keeps: 'period', needs: [] }],
  components: [],
};
