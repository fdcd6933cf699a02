import { expect, test } from 'vitest';
import { formOf } from './planForm';
import { samplePlan } from './samplePlan';
import { chaptersOf, compare, differences } from './sentences';

const plan = formOf(samplePlan);

test('a plan is described in sentences', () => {
  const text = chaptersOf(plan)
    .flatMap(({ title, sentences }) => [title].concat(sentences.map((each) => each.text)))
    .join('\n')
    .replaceAll('\u00a0', ' ');
  for (const said of [
    'Semua bonus paling banyak 40% dari penjualan periode.',
    'Dicapai bila poin pribadi paling sedikit 20; dan poin kaki terkuat ke-2 Plan A paling sedikit 1.500.',
    'Dicapai bila paling sedikit 2 kaki dengan Builder ke atas',
    'Sekali tercapai, tetap selamanya.',
    '12,5% dari poin sendiri.',
    'Tingkat 3: 3,25%.',
    'Manager: 15%.',
    'Syarat: peringkat Manager ke atas.',
    'Manager: 1 bagian.',
  ])
    expect(text).toContain(said);
});

test('comparing plans shows only their differences', () => {
  expect(differences(compare(plan, plan))).toBe('Tidak ada yang berbeda.');
  const changed = formOf({
    ...samplePlan,
    cap_percent: '35',
    components: [
      ...samplePlan.components.slice(1),
      { code: 'extra', name: 'Tambahan', kind: 'personal', volume: 'b', rate: '1', needs: [] },
    ],
  });
  const chapters = compare(plan, changed);
  expect(chapters.filter(({ differs }) => differs).map(({ title }) => title)).toEqual([
    'Umum',
    'Bonus pribadi',
    'Tambahan',
  ]);
  const [general] = chapters;
  expect(general?.rows.filter(({ left, right }) => left !== right)).toEqual([
    {
      key: 'cap',
      left: 'Semua bonus paling banyak 40% dari penjualan periode.',
      right: 'Semua bonus paling banyak 35% dari penjualan periode.',
    },
  ]);
  expect(chapters.at(-1)?.rows.every(({ left }) => left === null)).toBe(true);
});
