/** Where a line of a bonus comes from, in words. */
import { number } from '@/format';
import { percent } from '@/parts/percent';

/** A line of a bonus, and how its source is called where it is read. */
export type TracedLine = {
  /** How the component pays. */
  kind: string;
  /** Percent as decimal text. */
  rate: string;
  points: number;
  /** How far below, or which generation. */
  depth: number;
  /** Whose points they are, such as `Wahyu` or `Anda sendiri`. */
  source: string;
  /** Of a differential: the rate of the rank, and what was given further down already, percent as decimal text. */
  difference?: { own: string; given: string } | null | undefined;
  /** Of a pool: the shares of who is paid, and everyone's. */
  shares?: { own: number; all: number } | null | undefined;
};

/** One sentence: which share of whose points, and why. */
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

/** How much of a pool someone has; it is not known of calculations before it was kept. */
function partOf(shares: TracedLine['shares']): string {
  if (!shares) return 'Bagian dari';
  return shares.own === shares.all
    ? 'Seluruh'
    : `${number(shares.own)} dari ${number(shares.all)} bagian`;
}
