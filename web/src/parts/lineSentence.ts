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
};

/** One sentence: which share of whose points, and why. */
export function lineSentence({ kind, rate, points, depth, source }: TracedLine): string {
  const share = `${percent(rate)} dari ${number(points)} poin`;
  switch (kind) {
    case 'level':
      return `${share} ${source}, tingkat ${depth}`;
    case 'differential':
      return depth === 0
        ? `${share} ${source}`
        : `${share} ${source}: selisih persentase peringkat dengan yang sudah diberikan di bawahnya`;
    case 'generation':
      return `${share} grup ${source}, generasi ${depth}`;
    case 'pool':
      return `Bagian dari dana bersama, ${share} semua anggota`;
    default:
      return `${share} ${source}`;
  }
}
