/** Changes to a plan that is being written; each returns a new plan. */
import { needFields, type Kind, type Metric } from './document';
import type { ComponentForm, NeedForm, PlanForm, RankForm } from './planForm';

/** Lists of a plan whose order matters. */
export type Listed = 'ranks' | 'components';

/** Returns a list without one of its items. */
export function without<T>(items: readonly T[], at: number): T[] {
  return items.toSpliced(at, 1);
}

/**
 * Returns the code made from a name, different from all of `taken`: lower case, digits and `_`, up
 * to 24 characters.
 */
export function codeOf(name: string, taken: readonly string[]): string {
  const slug = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s_-]/g, '')
    .trim()
    .replaceAll(/[\s_-]+/g, '_')
    .slice(0, 24);
  const plain = slug || 'baru';
  for (let count = 1; ; count += 1) {
    const code = count === 1 ? plain : `${plain.slice(0, 21)}_${count}`;
    if (!taken.includes(code)) return code;
  }
}

const codesBeside = (items: readonly { code: string }[], at: number) =>
  without(items, at).map(({ code }) => code);

/**
 * Names a rank. Its code follows the name as long as it was made from a name and no published
 * version has it (`kept`): a rank that is held permanently is identified by its code.
 */
export function nameRank(plan: PlanForm, at: number, name: string, kept: ReadonlySet<string>) {
  const rank = plan.ranks[at];
  if (!rank) return plan;
  const taken = codesBeside(plan.ranks, at);
  const follows = !kept.has(rank.code) && rank.code === codeOf(rank.name, taken);
  const named = { ...plan, ranks: plan.ranks.with(at, { ...rank, name }) };
  return follows ? recodeRank(named, at, codeOf(name, taken)) : named;
}

/** Names a component; its code follows the name in the same way as a rank's. */
export function nameComponent(plan: PlanForm, at: number, name: string, kept: ReadonlySet<string>) {
  const component = plan.components[at];
  if (!component) return plan;
  const taken = codesBeside(plan.components, at);
  const follows = !kept.has(component.code) && component.code === codeOf(component.name, taken);
  const code = follows ? codeOf(name, taken) : component.code;
  return { ...plan, components: plan.components.with(at, { ...component, name, code }) };
}

/** Changes a rank's code, also wherever the plan refers to it. */
export function recodeRank(plan: PlanForm, at: number, code: string): PlanForm {
  const before = plan.ranks[at]?.code;
  if (before === undefined || before === code) return plan;
  const ranks = plan.ranks.map((rank, place) => (place === at ? { ...rank, code } : rank));
  const recoded = { ...plan, ranks };
  // Another rank may have the same code by mistake: references then continue to mean that rank.
  return ranks.some((rank) => rank.code === before)
    ? recoded
    : referring(recoded, (rank) => (rank === before ? code : rank));
}

/** Removes a rank, and clears it from every field that refers to it. */
export function removeRank(plan: PlanForm, at: number): PlanForm {
  const gone = plan.ranks[at]?.code;
  const ranks = without(plan.ranks, at);
  if (ranks.some(({ code }) => code === gone)) return { ...plan, ranks };
  return referring({ ...plan, ranks }, (rank) => (rank === gone ? '' : rank));
}

/**
 * Returns a plan in which `change` was applied to every rank code; rates and shares are dropped
 * where it returns an empty code.
 */
function referring(plan: PlanForm, change: (rank: string) => string): PlanForm {
  const inNeeds = (needs: NeedForm[]) =>
    needs.map((need) => ({ ...need, rank: change(need.rank) }));
  const inKeys = (all: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(all)
        .map(([rank, value]) => [change(rank), value] as const)
        .filter(([rank]) => rank !== ''),
    );
  return {
    ...plan,
    boundary_rank: change(plan.boundary_rank),
    ranks: plan.ranks.map((rank) => ({ ...rank, needs: inNeeds(rank.needs) })),
    components: plan.components.map((component) => ({
      ...component,
      rankRates: inKeys(component.rankRates),
      shares: inKeys(component.shares),
      needs: inNeeds(component.needs),
    })),
  };
}

/** Returns a plan with another rank on top; it has one need, unless it is the only rank. */
export function addRank(plan: PlanForm): PlanForm {
  const name = `Peringkat ${plan.ranks.length + 1}`;
  const code = codeOf(
    name,
    plan.ranks.map((rank) => rank.code),
  );
  const rank: RankForm = {
    code,
    name,
    keeps: 'period',
    needs: plan.ranks.length === 0 ? [] : [newNeed('gv')],
  };
  return { ...plan, ranks: [...plan.ranks, rank] };
}

/** Returns a new need with readable default values. */
export function newNeed(metric: Metric): NeedForm {
  const counts = metric === 'legs_with_rank' || metric === 'directs_with_rank';
  return { metric, volume: 'both', rank: '', nth: '1', at_least: counts ? '1' : '100' };
}

/** Returns a need with another metric; its values of the same kind remain. */
export function remeasured(need: NeedForm, metric: Metric): NeedForm {
  const fresh = newNeed(metric);
  const same = needFields[need.metric].includes('rank') === needFields[metric].includes('rank');
  return {
    ...fresh,
    volume: need.volume,
    rank: need.rank,
    at_least: same && need.at_least ? need.at_least : fresh.at_least,
  };
}

/** Returns a plan with another component of a kind, named after the kind. */
export function addComponent(plan: PlanForm, kind: Kind, title: string): PlanForm {
  const code = codeOf(
    title,
    plan.components.map((component) => component.code),
  );
  const highest = plan.ranks.at(-1)?.code ?? '';
  const component: ComponentForm = {
    code,
    name: title,
    kind,
    volume: 'both',
    rate: '5',
    rates: ['5', '3', '1'],
    rankRates: Object.fromEntries(plan.ranks.map((rank, at) => [rank.code, String(3 * (at + 1))])),
    percent: '2',
    shares: highest ? { [highest]: '1' } : {},
    compression: true,
    pass_up: true,
    needs: [],
  };
  return { ...plan, components: [...plan.components, component] };
}
