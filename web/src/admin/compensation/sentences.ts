/** Plan as sentences, to read it without its form and compare it line by line. */
import { number, rupiah } from '@/format';
import { percent } from '@/components/percent';
import type { Keeps } from './document';
import { kindWords, needSentence, rankName } from './labels';
import { whole, type ComponentForm, type NeedForm, type PlanForm } from './planForm';

/** Sentence of a plan; `key` identifies it when two plans are compared. */
export type Sentence = { key: string; text: string };

/** Sentences about one thing: the plan itself, a rank, or a component. */
export type Chapter = { key: string; title: string; sentences: Sentence[] };

const keepingSentences: Record<Keeps, string> = {
  period: 'Dinilai lagi setiap periode.',
  for_ever: 'Sekali tercapai, tetap selamanya.',
};

/** Returns the plan's chapters, in its order. */
export function chaptersOf(plan: PlanForm): Chapter[] {
  return [
    { key: 'plan', title: 'Umum', sentences: generalOf(plan) },
    ...plan.ranks.map((rank, at) => ({
      key: `rank ${rank.code}`,
      title: `Peringkat ${at + 1}: ${rank.name}`,
      sentences: [
        { key: 'name', text: `Namanya ${rank.name}.` },
        {
          key: 'needs',
          text:
            at === 0 && rank.needs.length === 0
              ? 'Setiap anggota mulai dari sini.'
              : `Dicapai bila ${needsText(rank.needs, plan)}.`,
        },
        { key: 'keeps', text: keepingSentences[rank.keeps] },
      ],
    })),
    ...plan.components.map((component) => ({
      key: `component ${component.code}`,
      title: component.name,
      sentences: [
        { key: 'name', text: `Namanya ${component.name}.` },
        {
          key: 'kind',
          text: `${kindWords[component.kind].name}, dari poin ${volumeText(component)}.`,
        },
        ...paidOf(component, plan),
        {
          key: 'needs',
          text:
            component.needs.length === 0
              ? 'Tanpa syarat.'
              : `Syarat: ${needsText(component.needs, plan)}.`,
        },
      ],
    })),
  ];
}

function generalOf(plan: PlanForm): Sentence[] {
  const member = plan.member_cap_rp.trim();
  return [
    { key: 'name', text: `Namanya ${plan.name}.` },
    { key: 'point', text: `Satu poin bernilai ${money(plan.point_value_rp)}.` },
    {
      key: 'cap',
      text: `Semua bonus paling banyak ${percent(plan.cap_percent)} dari penjualan periode.`,
    },
    {
      key: 'member_cap',
      text: member
        ? `Seorang anggota paling banyak mendapat ${money(member)} per periode.`
        : 'Tidak ada batas per anggota.',
    },
    {
      key: 'boundary',
      text: plan.boundary_rank
        ? `Grup pribadi berakhir di bawah anggota berperingkat ${rankName(plan.ranks, plan.boundary_rank)} atau lebih tinggi.`
        : 'Tidak ada peringkat batas: grup pribadi adalah seluruh jaringan di bawah.',
    },
  ];
}

function paidOf(component: ComponentForm, plan: PlanForm): Sentence[] {
  switch (component.kind) {
    case 'personal':
      return [{ key: 'rate', text: `${percent(component.rate)} dari poin sendiri.` }];
    case 'level':
      return [
        ...steps('Tingkat', component.rates),
        {
          key: 'compression',
          text: component.compression
            ? 'Yang tidak memenuhi syarat dilewati: bagiannya untuk anggota berikutnya di atasnya yang memenuhi syarat.'
            : 'Tingkat yang tidak memenuhi syarat tidak dibayar kepada siapa pun.',
        },
      ];
    case 'differential':
      return [
        ...byRank(component.rankRates, plan, percent),
        {
          key: 'pass_up',
          text: component.pass_up
            ? 'Selisih dari yang tidak memenuhi syarat naik ke yang di atasnya.'
            : 'Selisih dari yang tidak memenuhi syarat tidak dibayar kepada siapa pun.',
        },
      ];
    case 'generation':
      return steps('Generasi', component.rates);
    case 'pool':
      return [
        {
          key: 'percent',
          text: `${percent(component.percent)} dari nilai semua poin dikumpulkan.`,
        },
        ...byRank(component.shares, plan, (share) => `${share} bagian`),
      ];
  }
}

function steps(name: string, rates: string[]): Sentence[] {
  return rates.map((rate, at) => ({
    key: `step ${at}`,
    text: `${name} ${at + 1}: ${percent(rate)}.`,
  }));
}

function byRank(
  all: Record<string, string>,
  { ranks }: PlanForm,
  write: (value: string) => string,
): Sentence[] {
  return ranks
    .filter(({ code }) => all[code]?.trim())
    .map(({ code, name }) => ({ key: `of ${code}`, text: `${name}: ${write(all[code] ?? '')}.` }));
}

function needsText(needs: NeedForm[], { ranks }: PlanForm): string {
  return needs.map((need) => needSentence(need, ranks)).join('; dan ') || 'tanpa syarat';
}

function volumeText({ volume }: ComponentForm): string {
  return { both: 'Plan A dan Plan B', a: 'Plan A', b: 'Plan B' }[volume];
}

function money(typed: string): string {
  const read = whole(typed);
  return typeof read === 'number' ? rupiah(read) : typed || '…';
}

/** Line of two compared plans; null if a plan has no such line. */
export type Compared = { key: string; left: string | null; right: string | null };

/** Chapter of two compared plans. */
export type ComparedChapter = { key: string; title: string; rows: Compared[]; differs: boolean };

/** Compares two plans chapter by chapter. */
export function compare(left: PlanForm, right: PlanForm): ComparedChapter[] {
  const [one, other] = [chaptersOf(left), chaptersOf(right)];
  return union(one, other).map(({ key, title }) => {
    const [a, b] = [one, other].map(
      (chapters) => chapters.find((chapter) => chapter.key === key)?.sentences ?? [],
    );
    const rows = union(a ?? [], b ?? []).map((sentence) => ({
      key: sentence.key,
      left: a?.find((each) => each.key === sentence.key)?.text ?? null,
      right: b?.find((each) => each.key === sentence.key)?.text ?? null,
    }));
    return { key, title, rows, differs: rows.some((row) => row.left !== row.right) };
  });
}

/**
 * Merges two lists in the order of the first. An item that only the second has comes after its
 * predecessor there.
 */
function union<T extends { key: string }>(one: T[], other: T[]): T[] {
  const all = [...one];
  let after = -1;
  for (const item of other) {
    const at = all.findIndex(({ key }) => key === item.key);
    after = at < 0 ? after + 1 : at;
    if (at < 0) all.splice(after, 0, item);
  }
  return all;
}

/** States the number of chapters in which two plans differ. */
export function differences(chapters: ComparedChapter[]): string {
  const count = chapters.filter(({ differs }) => differs).length;
  return count === 0 ? 'Tidak ada yang berbeda.' : `${number(count)} bagian berbeda.`;
}
