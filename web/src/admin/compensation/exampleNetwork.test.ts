import { expect, test } from 'vitest';
import { documentOf, formOf } from './planForm';
import { samplePlan } from './samplePlan';
import {
  askedOf,
  below,
  firstNetwork,
  givenBelow,
  networkOf,
  withoutPerson,
  withPerson,
} from './exampleNetwork';

test('followers of a removed person move up', () => {
  const { people } = withoutPerson(firstNetwork, '2');
  expect(people.find(({ name }) => name === 'Wahyu')?.leader).toBe('1');
  const top = withoutPerson(firstNetwork, '1').people;
  expect(top.filter(({ leader }) => leader === null).map(({ name }) => name)).toEqual([
    'Budi',
    'Nur',
  ]);
});

test('the downline of a person includes the person', () => {
  expect([...below(firstNetwork.people, '2')].toSorted()).toEqual(['2', '4', '5', '6']);
});

test('figures are sent as numbers, words as typed', () => {
  const network = withPerson(firstNetwork, '8');
  const typed = { ...network, sales: 'banyak' };
  const asked = askedOf(documentOf(formOf(samplePlan)), typed);
  expect(asked.sales_rp).toBe('banyak');
  expect(asked.members[0]).toEqual({
    id: '1',
    leader: null,
    plan_a: 150,
    plan_b: 260,
    held_rank: null,
    total_gv_before: 0,
  });
  expect(asked.members.at(-1)).toMatchObject({ id: '9', leader: '8', plan_a: 100 });
});

test('an invalid stored network becomes the default', () => {
  const { people, sales } = withPerson(firstNetwork, '4');
  expect(networkOf(JSON.parse(JSON.stringify({ people, sales })))).toEqual({ people, sales });
  const [siti, budi] = people;
  for (const wrong of [
    null,
    undefined,
    'x',
    { sales, people: [] },
    { sales: 5, people },
    { sales, people: [{ ...siti, plan_a: 150 }] },
    { sales, people: [siti, { ...budi, id: '1' }] },
    { sales, people: [siti, { ...budi, leader: '9' }] },
    { sales, people: [siti, { ...budi, leader: '2' }] },
  ])
    expect(networkOf(wrong)).toBe(firstNetwork);
});

test('the rate that was paid further down is exact', () => {
  expect(givenBelow('21', '15')).toBe('6');
  expect(givenBelow(' 9,75 ', '3')).toBe('6.75');
  expect(givenBelow('0.3', '0.1')).toBe('0.2');
  expect(givenBelow('3', '3')).toBe('0');
  expect(givenBelow('10', '9.95')).toBe('0.05');
  for (const own of ['', 'sembilan', '2', '1e3']) expect(givenBelow(own, '3')).toBeNull();
});
