/** Needs of ranks and components, in words. */
import { number } from '@/format';

/** Figure or rank that a need requires. */
export type Asked = {
  metric: string;
  volume?: string | null;
  /** Leg number, 1 the strongest. */
  nth?: number | null;
  /** Name of the required rank. */
  rank_name?: string | null;
};

/** Measurement for a need: the figure reached, the figure required, and whether that meets the need. */
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

/** Returns the name of a need, such as `Poin pribadi Plan A`. */
export function needName(asked: Asked): string {
  const name = names[asked.metric]?.(asked) ?? asked.metric;
  return `${name}${plans[asked.volume ?? ''] ?? ''}`;
}

/** Returns the name of a need for use within a sentence: `poin pribadi Plan A`. */
export function needPhrase(asked: Asked): string {
  const name = needName(asked);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/**
 * Describes the amount reached, such as `12 dari 20 poin` or `258 poin, perlu 20`; empty for a need
 * that has no amount.
 */
export function needHas({ metric }: Asked, { has, at_least }: Measured): string {
  if (metric === 'rank') return '';
  const unit = units[metric] ?? 'poin';
  return has > at_least
    ? `${number(has)} ${unit}, perlu ${number(at_least)}`
    : `${number(has)} dari ${number(at_least)} ${unit}`;
}

/** Describes what is missing, such as `kurang 8 poin`. */
export function needMissing({ metric }: Asked, { has, at_least, is_met }: Measured): string {
  if (is_met) return 'terpenuhi';
  if (metric === 'rank') return 'belum dicapai';
  return `kurang ${number(at_least - has)} ${units[metric] ?? 'poin'}`;
}

/** Points that a component did not pay a member for, because the member did not meet its needs. */
export type PassedBy = {
  /** Kind of the component. */
  kind: string;
  /** Number of members, and their points; for a pool, those of all members. */
  members: number;
  points: number;
  needs: readonly (Asked & Measured)[];
};

/**
 * Describes the points that earned a member no bonus, and why: `450 poin dari 3 anggota lewat tanpa bonus, karena poin
 * pribadi baru 12 dari 20 poin.`
 */
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
