import { expect, test } from 'vitest';
import { documentOf, formOf } from './planForm';
import { samplePlan } from './samplePlan';

test('a document survives the form unchanged', () => {
  expect(documentOf(formOf(samplePlan))).toEqual(samplePlan);
});

test('figures are shown in Indonesian notation', () => {
  const form = formOf(samplePlan);
  expect(form).toMatchObject({ point_value_rp: '5.000', member_cap_rp: '' });
  expect(form.ranks[1]?.needs[1]?.at_least).toBe('1.500');
  expect(form.components[0]?.rate).toBe('12,5');
  expect(form.components[1]?.rates).toEqual(['8', '5', '3,25']);
});

test('invalid figures are sent as typed', () => {
  const form = formOf(samplePlan);
  const rank = form.ranks[1];
  if (!rank?.needs[0]) throw new Error('the sample has a need');
  rank.needs[0] = { ...rank.needs[0], at_least: 'banyak' };
  const document = documentOf({
    ...form,
    point_value_rp: '1,5',
    cap_percent: '40,5',
    member_cap_rp: '2.000.000',
    boundary_rank: '',
  });
  expect(document).toMatchObject({
    point_value_rp: '1,5',
    cap_percent: '40.5',
    member_cap_rp: 2_000_000,
    boundary_rank: null,
  });
  expect(JSON.stringify(document)).toContain('"at_least":"banyak"');
});

test('an empty rank rate is not in the document', () => {
  const form = formOf(samplePlan);
  const group = form.components[2];
  if (!group) throw new Error('the sample has a differential');
  const components = [{ ...group, rankRates: { ...group.rankRates, member: ' ' } }];
  expect(documentOf({ ...form, components }).components).toMatchObject([
    { rates: { builder: '9', manager: '15' } },
  ]);
});

test('any file content opens as a form', () => {
  for (const junk of [null, 7, 'plan', [], {}, { ranks: 'x', components: [1, null, { rates: 5 }] }])
    expect(() => documentOf(formOf(junk))).not.toThrow();
  const form = formOf({
    name: 5,
    ranks: [{ code: 'a', keeps: 'weekly', needs: [{ metric: 'x' }] }],
  });
  expect(form).toMatchObject({ name: '', ranks: [{ code: 'a', keeps: 'period' }] });
  expect(form.ranks[0]?.needs[0]?.metric).toBe('pv');
});
