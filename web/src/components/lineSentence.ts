/** Source of a line of a bonus, in words. */
import { number } from '@/format';
import { percent } from '@/components/percent';

/** Line of a bonus, with the displayed name of its source. */
export type TracedLine = {
  /** Kind of the component. */
  kind: string;
  /** Percent as decimal text. */
  rate: string;
  points: number;
  /** Level below, or generation. */
  depth: number;
  /** Owner of the points, such as `Wahyu` or `Anda sendiri`. */
  source: string;
  /**
   * Rates of a differential, percent as decimal text: that of the rank, and that already paid
   * further down.
   */
  difference?: { own: string; given: string } | null | undefined;
  /** Shares of a pool, for a line of one: those of the paid member, and those of all members. */
  shares?: { own: number; all: number } | null | undefined;
};

/** Describes a line in one sentence: the share, the owner of the points, and the reason. */
export function lineSentence({ kind, rate, points, depth, source, ...of }: TracedLine): string {
  const share = `${percent(rate)} dari ${number(points)} poin`;
  switch (kind) {
    case 'level':
      return `${share} ${source}, tingkat ${depth}`;
    case 'differential':
      if (of.difference)
        return Number(of.difference.given) > 0
          ? `${share} ${source}: ${percent(of.difference.own)} − ${percent(of.difference.given)} yang sudah diberikan di bawahnya`
          : `${share} ${source}`;
      return depth === 0
        ? `${share} ${source}`
        : `${share} ${source}: selisih persentase peringkat dengan yang sudah diberikan di bawahnya`;
    case 'generation':
      return `${share} grup ${source}, generasi ${depth}`;
    case 'pool':
      return `${partOf(of.shares)} dana bersama, ${share} semua anggota`;
    default:
      return `${share} ${source}`;
  }
}

/** Describes a member's share of a pool; without figures in an example. */
function partOf(shares: TracedLine['shares']): string {
  if (!shares) return 'Bagian dari';
  return shares.own === shares.all
    ? 'Seluruh'
    : `${number(shares.own)} dari ${number(shares.all)} bagian`;
}
