/** Compensation plan as typed: every figure is text until it is sent to the server. */
import { wholeNumber } from '@/admin/ui/wholeNumber';
import type { PlanDocument } from '@/api/schema';
import { number } from '@/format';
import { decimalText } from '@/components/percent';
import {
  keepings,
  kinds,
  metrics,
  needFields,
  volumes,
  type Keeps,
  type Kind,
  type Metric,
  type Volume,
} from './document';

/** Need as typed; each metric uses only some of the fields. */
export type NeedForm = {
  metric: Metric;
  volume: Volume;
  /** Code of the required rank; used only by metrics about ranks. */
  rank: string;
  nth: string;
  at_least: string;
};

/** Rank as typed; `code` identifies it within the plan. */
export type RankForm = { code: string; name: string; keeps: Keeps; needs: NeedForm[] };

/** Component as typed; each kind uses only some of the fields. */
export type ComponentForm = {
  code: string;
  name: string;
  kind: Kind;
  volume: Volume;
  /** Percent of a personal component. */
  rate: string;
  /** Percent by level or generation. */
  rates: string[];
  /** Percent by rank's code, of a differential component. */
  rankRates: Record<string, string>;
  /** Percent of a pool. */
  percent: string;
  /** Shares by rank's code, of a pool. */
  shares: Record<string, string>;
  compression: boolean;
  pass_up: boolean;
  needs: NeedForm[];
};

/** Compensation plan as typed; ranks are sorted from the lowest to the highest. */
export type PlanForm = {
  name: string;
  point_value_rp: string;
  cap_percent: string;
  member_cap_rp: string;
  /** Code of the rank whose holders head a personal group; empty for none. */
  boundary_rank: string;
  ranks: RankForm[];
  components: ComponentForm[];
};

/**
 * Reads a document, even an unfinished or invalid one: values that cannot be typed are left out.
 */
export function formOf(document: unknown): PlanForm {
  const plan = record(document);
  return {
    name: text(plan.name),
    point_value_rp: figure(plan.point_value_rp),
    cap_percent: decimal(plan.cap_percent),
    member_cap_rp: figure(plan.member_cap_rp),
    boundary_rank: text(plan.boundary_rank),
    ranks: list(plan.ranks).map((rank) => ({
      code: text(rank.code),
      name: text(rank.name),
      keeps: oneOf(keepings, rank.keeps),
      needs: list(rank.needs).map(needOf),
    })),
    components: list(plan.components).map(componentOf),
  };
}

function needOf(need: Record<string, unknown>): NeedForm {
  return {
    metric: oneOf(metrics, need.metric),
    volume: oneOf(volumes, need.volume, 'both'),
    rank: text(need.rank),
    nth: figure(need.nth),
    at_least: figure(need.at_least),
  };
}

function componentOf(component: Record<string, unknown>): ComponentForm {
  const { rates } = component;
  return {
    code: text(component.code),
    name: text(component.name),
    kind: oneOf(kinds, component.kind),
    volume: oneOf(volumes, component.volume, 'both'),
    rate: decimal(component.rate),
    rates: Array.isArray(rates) ? rates.map(decimal) : [],
    rankRates: Array.isArray(rates) ? {} : mapped(record(rates), decimal),
    percent: decimal(component.percent),
    shares: mapped(record(component.shares), figure),
    compression: component.compression === true,
    pass_up: component.pass_up === true,
    needs: list(component.needs).map(needOf),
  };
}

/**
 * Returns the plan as the server accepts it; a figure that is not a whole number stays as typed, so
 * that the server reports it.
 */
export function documentOf(form: PlanForm): PlanDocument {
  const document = {
    name: form.name,
    point_value_rp: whole(form.point_value_rp),
    cap_percent: decimalText(form.cap_percent),
    member_cap_rp: form.member_cap_rp.trim() === '' ? null : whole(form.member_cap_rp),
    boundary_rank: form.boundary_rank || null,
    ranks: form.ranks.map(({ code, name, keeps, needs }) => ({
      code,
      name,
      keeps,
      needs: needs.map(needDocument),
    })),
    components: form.components.map((component) => componentDocument(component, form.ranks)),
  };
  return document as PlanDocument;
}

function needDocument(need: NeedForm) {
  const all = {
    volume: need.volume,
    nth: whole(need.nth),
    rank: need.rank,
    at_least: whole(need.at_least),
  };
  const said = needFields[need.metric].map((field) => [field, all[field]] as const);
  return { metric: need.metric, ...Object.fromEntries(said) };
}

function componentDocument(component: ComponentForm, ranks: readonly RankForm[]) {
  const { code, name, kind, volume } = component;
  const own = {
    personal: () => ({ rate: decimalText(component.rate) }),
    level: () => ({ rates: component.rates.map(decimalText), compression: component.compression }),
    differential: () => ({
      rates: mapped(byRank(component.rankRates, ranks), decimalText),
      pass_up: component.pass_up,
    }),
    generation: () => ({ rates: component.rates.map(decimalText) }),
    pool: () => ({
      percent: decimalText(component.percent),
      shares: mapped(byRank(component.shares, ranks), whole),
    }),
  };
  return { code, name, kind, volume, ...own[kind](), needs: component.needs.map(needDocument) };
}

/**
 * Returns the figures typed for ranks, without empty ones: in the order of the ranks, then for
 * codes that are no rank.
 */
export function byRank(
  typed: Record<string, string>,
  ranks: readonly RankForm[],
): Record<string, string> {
  const place = (code: string) => {
    const at = ranks.findIndex((rank) => rank.code === code);
    return at < 0 ? ranks.length : at;
  };
  const filled = Object.entries(typed).filter(([, value]) => value.trim() !== '');
  return Object.fromEntries(filled.toSorted(([one], [other]) => place(one) - place(other)));
}

/** Returns the whole number that was typed, or the text itself if it is not a whole number. */
export function whole(typed: string): number | string {
  const read = wholeNumber(typed);
  return read === null || Number.isNaN(read) ? typed : read;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Formats a whole number with a dot between thousands; any other figure stays unchanged. */
function figure(value: unknown): string {
  return typeof value === 'number' && Number.isSafeInteger(value) ? number(value) : loose(value);
}

/** Formats decimal text with a comma. */
function decimal(value: unknown): string {
  return loose(value).replace('.', ',');
}

function loose(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function oneOf<T extends string>(all: readonly [T, ...T[]], value: unknown, otherwise = all[0]): T {
  return all.find((each) => each === value) ?? otherwise;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(record) : [];
}

function mapped<A, B>(all: Record<string, A>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, change(value)]));
}
