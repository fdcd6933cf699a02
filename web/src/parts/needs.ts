/** What ranks and components ask of a member, in words. */
import { number } from '@/format';

/** Something that is asked for. */
export type Asked = {
  metric: string;
  volume?: string | null;
  /** Which leg, 1 the strongest. */
  nth?: number | null;
  /** The name of the rank that it asks for. */
  rank_name?: string | null;
};

/** What there is of it. */
export type Measured = { has: number; at_least: number; is_met: boolean };

const plans: Record<string, string> = { a: ' Plan A', b: ' Plan B' };

const names: Record<string, (asked: Asked) => string> = {
  pv: () => 'Poin pribadi',
  gv: () => 'Poin seluruh grup',
  pgv: () => 'Poin grup pribadi',
  leg_gv: ({ nth }) => (nth && nth > 1 ? `Poin kaki terkuat ke-${nth}` : 'Poin kaki terkuat'),
  legs_with_rank: ({ rank_name }) => `Kaki dengan ${rank_name} ke atas`,
  directs_with_rank: ({ rank_name }) => `Downline langsung ${rank_name} ke atas`,
  total_gv: () => 'Poin grup sepanjang masa',
  rank: ({ rank_name }) => `Peringkat ${rank_name} ke atas`,
};

const units: Record<string, string> = { legs_with_rank: 'kaki', directs_with_rank: 'orang' };

/** What is asked for, such as `Poin pribadi Plan A`. */
export function needName(asked: Asked): string {
  const name = names[asked.metric]?.(asked) ?? asked.metric;
  return `${name}${plans[asked.volume ?? ''] ?? ''}`;
}

/** The same within a sentence: `poin pribadi Plan A`. */
export function needPhrase(asked: Asked): string {
  const name = needName(asked);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** How much of it there is, such as `12 dari 20 poin` or `258 poin, perlu 20`; nothing for what is held or not. */
export function needHas({ metric }: Asked, { has, at_least }: Measured): string {
  if (metric === 'rank') return '';
  const unit = units[metric] ?? 'poin';
  return has > at_least
    ? `${number(has)} ${unit}, perlu ${number(at_least)}`
    : `${number(has)} dari ${number(at_least)} ${unit}`;
}

/** What is missing of it, such as `kurang 8 poin`. */
export function needMissing({ metric }: Asked, { has, at_least, is_met }: Measured): string {
  if (is_met) return 'terpenuhi';
  if (metric === 'rank') return 'belum dicapai';
  return `kurang ${number(at_least - has)} ${units[metric] ?? 'poin'}`;
}

/** What a component would have paid a member for, had they met its needs. */
export type PassedBy = {
  /** How the component pays. */
  kind: string;
  /** Of how many members, and how many points; of a pool everyone's. */
  members: number;
  points: number;
  needs: readonly (Asked & Measured)[];
};

/** What passed a member by, and why: `450 poin dari 3 anggota lewat tanpa bonus, karena poin pribadi baru 12 dari 20 poin.` */
export function passedBy({ kind, members, points, needs }: PassedBy): string {
  const what =
    kind === 'personal'
      ? `${number(points)} poin sendiri lewat tanpa bonus`
      : kind === 'pool'
        ? `Bagian dari dana ${number(points)} poin semua anggota tidak didapat`
        : `${number(points)} poin dari ${number(members)} anggota lewat tanpa bonus`;
  const why = needs
    .filter(({ is_met }) => !is_met)
    .map((need) =>
      need.metric === 'rank'
        ? `${needPhrase(need)} belum dicapai`
        : `${needPhrase(need)} baru ${needHas(need, need)}`,
    );
  return why.length > 0 ? `${what}, karena ${why.join(' dan ')}.` : `${what}.`;
}
