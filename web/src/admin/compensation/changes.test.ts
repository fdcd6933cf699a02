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

test('codes made from names are unique', () => {
  expect(codeOf('Manajer Senior!', [])).toBe('manajer_senior');
  expect(codeOf('Révé', ['reve', 'reve_2'])).toBe('reve_3');
  expect(codeOf('***', [])).toBe('baru');
  expect(codeOf('x'.repeat(60), ['x'.repeat(24)])).toMatch(/^[a-z0-9_]{1,24}$/);
});

test('the code of a new rank follows its name', () => {
  const renamed = nameRank(plan, 1, 'Perintis', nothing);
  expect(renamed.ranks[1]).toMatchObject({ code: 'perintis', name: 'Perintis' });
  expect(documentOf(renamed)).toMatchObject({
    ranks: [{}, {}, { needs: [{ rank: 'perintis' }, {}] }],
    components: [{}, {}, { rates: { member: '3', perintis: '9', manager: '15' } }, {}, {}],
  });
});

test('renaming a published rank keeps its code', () => {
  const renamed = nameRank(plan, 2, 'Direktur', new Set(['manager']));
  expect(renamed.ranks[2]).toMatchObject({ code: 'manager', name: 'Direktur' });
  expect(renamed.boundary_rank).toBe('manager');
  const component = nameComponent(plan, 0, 'Bonus belanja', nothing).components[0];
  // The code was not made from the component's name.
  expect(component).toMatchObject({ code: 'personal', name: 'Bonus belanja' });
});

test('a duplicate rank code is changed for one rank', () => {
  const doubled = { ...plan, ranks: [...plan.ranks, ...plan.ranks.slice(2)] };
  const mended = recodeRank(doubled, 3, 'lagi');
  expect(mended.ranks.map(({ code }) => code)).toEqual(['member', 'builder', 'manager', 'lagi']);
  expect(mended.boundary_rank).toBe('manager');
});

test('removing a rank removes all references to it', () => {
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

test('a new rank or component has valid defaults', () => {
  const more = addRank(plan);
  expect(more.ranks[3]).toMatchObject({ code: 'peringkat_4', needs: [{ metric: 'gv' }] });
  const paying = addComponent(plan, 'pool', 'Dana bersama');
  expect(paying.components.at(-1)).toMatchObject({
    code: 'dana_bersama',
    shares: { manager: '1' },
  });
});

test('a new metric keeps a figure of the same kind', () => {
  const points = { ...newNeed('gv'), at_least: '600' };
  expect(remeasured(points, 'pgv').at_least).toBe('600');
  expect(remeasured(points, 'legs_with_rank').at_least).toBe('1');
});
