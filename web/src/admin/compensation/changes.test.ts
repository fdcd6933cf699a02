import { expect, test } from 'vitest';
import {
  addComponent,
  addRank,
  codeOf,
  nameComponent,
  nameRank,
  newNeed,
  recodeRank,
  remeasured,
  removeRank,
} from './changes';
import { documentOf, formOf } from './planForm';
import { samplePlan } from './samplePlan';

const plan = formOf(samplePlan);
const nothing = new Set<string>();

test('a name makes a code that no other has', () => {
  expect(codeOf('Manajer Senior!', [])).toBe('manajer_senior');
  expect(codeOf('Révé', ['reve', 'reve_2'])).toBe('reve_3');
  expect(codeOf('***', [])).toBe('baru');
  expect(codeOf('x'.repeat(60), ['x'.repeat(24)])).toMatch(/^[a-z0-9_]{1,24}$/);
});

test('the code of a new rank follows its name, wherever the plan speaks of it', () => {
  const renamed = nameRank(plan, 1, 'Perintis', nothing);
  expect(renamed.ranks[1]).toMatchObject({ code: 'perintis', name: 'Perintis' });
  expect(documentOf(renamed)).toMatchObject({
    ranks: [{}, {}, { needs: [{ rank: 'perintis' }, {}] }],
    components: [{}, {}, { rates: { member: '3', perintis: '9', manager: '15' } }, {}, {}],
  });
});

test('the code of a published rank stays: members hold it', () => {
  const renamed = nameRank(plan, 2, 'Direktur', new Set(['manager']));
  expect(renamed.ranks[2]).toMatchObject({ code: 'manager', name: 'Direktur' });
  expect(renamed.boundary_rank).toBe('manager');
  const component = nameComponent(plan, 0, 'Bonus belanja', nothing).components[0];
  // It was not made of its name.
  expect(component).toMatchObject({ code: 'personal', name: 'Bonus belanja' });
});

test('a code that two ranks share by mistake is changed for one', () => {
  const doubled = { ...plan, ranks: [...plan.ranks, ...plan.ranks.slice(2)] };
  const mended = recodeRank(doubled, 3, 'lagi');
  expect(mended.ranks.map(({ code }) => code)).toEqual(['member', 'builder', 'manager', 'lagi']);
  expect(mended.boundary_rank).toBe('manager');
});

test('nothing speaks of a rank that was taken away', () => {
  const fewer = removeRank(plan, 2);
  expect(fewer.boundary_rank).toBe('');
  expect(documentOf(fewer)).toMatchObject({
    boundary_rank: null,
    components: [
      {},
      {},
      { rates: { member: '3', builder: '9' } },
      { needs: [{ metric: 'rank', rank: '' }] },
      { shares: {} },
    ],
  });
});

test('what is added is right as it comes', () => {
  const more = addRank(plan);
  expect(more.ranks[3]).toMatchObject({ code: 'peringkat_4', needs: [{ metric: 'gv' }] });
  const paying = addComponent(plan, 'pool', 'Dana bersama');
  expect(paying.components.at(-1)).toMatchObject({
    code: 'dana_bersama',
    shares: { manager: '1' },
  });
});

test('a need that measures something else keeps what still means the same', () => {
  const points = { ...newNeed('gv'), at_least: '600' };
  expect(remeasured(points, 'pgv').at_least).toBe('600');
  expect(remeasured(points, 'legs_with_rank').at_least).toBe('1');
});
