/** Small network on which a plan is tried. */
import type { ExampleRequest, PlanDocument } from '@/api/schema';
import { decimalText } from '@/components/percent';
import { whole } from './planForm';

/** Member of the example network, as typed. */
export type Person = {
  id: string;
  name: string;
  /** The leader's id; null at the top. */
  leader: string | null;
  plan_a: string;
  plan_b: string;
  /** Code of the rank that was reached before; empty for none. */
  held_rank: string;
  /** Points of the whole downline in earlier periods. */
  total_gv_before: string;
};

/** Network, and the shop's sales. */
export type Network = { people: Person[]; sales: string };

const person = (id: string, name: string, leader: string | null, a: string, b: string): Person => ({
  id,
  name,
  leader,
  plan_a: a,
  plan_b: b,
  held_rank: '',
  total_gv_before: '0',
});

/** Eight members in four levels, with enough points for different ranks. */
export const firstNetwork: Network = {
  sales: '100.000.000',
  people: [
    person('1', 'Siti', null, '150', '260'),
    person('2', 'Budi', '1', '40', '100'),
    person('3', 'Nur', '1', '20', '700'),
    person('4', 'Wahyu', '2', '0', '650'),
    person('5', 'Intan', '2', '10', '5'),
    person('6', 'Rahmat', '4', '120', '0'),
    person('7', 'Putri', '3', '0', '230'),
    person('8', 'Agus', '3', '15', '0'),
  ],
};

/** Maximum number of members in the example network. */
export const MOST_PEOPLE = 60;

/** Adds a member below a leader, or at the top. */
export function withPerson({ people, sales }: Network, leader: string | null): Network {
  const id = String(Math.max(0, ...people.map((each) => Number(each.id))) + 1);
  return { sales, people: [...people, person(id, `Anggota ${id}`, leader, '100', '0')] };
}

/** Removes a member; the members directly below move up. */
export function withoutPerson({ people, sales }: Network, id: string): Network {
  const leader = people.find((each) => each.id === id)?.leader ?? null;
  return {
    sales,
    people: people
      .filter((each) => each.id !== id)
      .map((each) => (each.leader === id ? Object.assign({}, each, { leader }) : each)),
  };
}

/** Returns the ids of a member and of the whole downline; none of these can lead the member. */
export function below(people: readonly Person[], id: string): Set<string> {
  const found = new Set([id]);
  for (const each of found)
    for (const other of people) if (other.leader === each) found.add(other.id);
  return found;
}

const decimals = (rate: string) => rate.split('.')[1]?.length ?? 0;

/**
 * Returns the rate that a differential already paid further down, as decimal text: the rate of the
 * rank less the paid rate; null if that is negative.
 */
export function givenBelow(own: string, paid: string): string | null {
  const [one, other] = [own, paid].map(decimalText);
  if (!one || !other || ![one, other].every((text) => /^\d+(\.\d+)?$/.test(text))) return null;
  const places = Math.max(decimals(one), decimals(other));
  const scaled = (rate: string) =>
    BigInt(rate.replace('.', '') + '0'.repeat(places - decimals(rate)));
  const left = scaled(one) - scaled(other);
  if (left < 0n) return null;
  const digits = String(left).padStart(places + 1, '0');
  return places ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits;
}

/**
 * Builds the request to the server; a figure that is not a whole number is sent as typed, so that
 * the server reports it.
 */
export function askedOf(plan: PlanDocument, { people, sales }: Network): ExampleRequest {
  return {
    plan,
    sales_rp: whole(sales) as number,
    members: people.map(({ id, leader, plan_a, plan_b, held_rank, total_gv_before }) => ({
      id,
      leader,
      plan_a: whole(plan_a) as number,
      plan_b: whole(plan_b) as number,
      held_rank: held_rank || null,
      total_gv_before: whole(total_gv_before) as number,
    })),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isPerson(value: unknown): value is Person {
  const { id, name, leader, plan_a, plan_b, held_rank, total_gv_before } = Object(value) as Record<
    keyof Person,
    unknown
  >;
  return (
    [id, name, plan_a, plan_b, held_rank, total_gv_before].every(isText) &&
    (leader === null || isText(leader))
  );
}

/** Returns the network stored with a draft; the first network if it cannot be drawn. */
export function networkOf(kept: unknown): Network {
  const { people, sales } = Object(kept) as Record<keyof Network, unknown>;
  if (!isText(sales) || !Array.isArray(people) || !people.every(isPerson)) return firstNetwork;
  const ids = new Set(people.map(({ id }) => id));
  const tops = people.filter(({ leader }) => leader === null);
  const drawn = tops.reduce((sum, { id }) => sum + below(people, id).size, 0);
  const isTree = ids.size === people.length && drawn === people.length;
  return isTree && people.length > 0 && people.length <= MOST_PEOPLE
    ? { people, sales }
    : firstNetwork;
}
