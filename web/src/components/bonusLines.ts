/** Source of a line of a bonus, in words, and its calculation. */
import type { BonusComponent, BonusLine, BonusLines, Scale } from '@/api/schema';
import { number, rupiah } from '@/format';
import { lineSentence } from '@/components/lineSentence';
import { passedBy } from '@/components/needNames';
import { percent } from '@/components/percent';

type Told = Pick<
  BonusLine,
  'component_kind' | 'rate_text' | 'bv' | 'level' | 'member_name' | 'difference' | 'shares'
>;

/**
 * Describes a line in one sentence: the share, the owner of the points, and the reason; `own` names
 * the paid member.
 */
export function origin(line: Told, own = 'Anda sendiri'): string {
  const { component_kind, rate_text, bv, level, member_name, difference, shares } = line;
  return lineSentence({
    kind: component_kind,
    rate: rate_text,
    points: bv,
    depth: level,
    source: level === 0 ? own : member_name,
    difference: difference && {
      own: difference.own_rate_text,
      given: difference.given_rate_text,
    },
    shares,
  });
}

/**
 * Describes the points that a component did not pay for, and the reason; null if it paid
 * for all of them.
 */
export function missed({ kind, needs, skipped, rupiah: amount }: BonusComponent): string | null {
  if (skipped) return passedBy({ kind, needs, ...skipped });
  const isMet = needs.every(({ is_met }) => is_met);
  return amount === 0 && isMet ? 'Tidak ada poin untuk komponen ini di periode ini.' : null;
}

type Head = Pick<BonusLines, 'point_value' | 'scaled' | 'member_scaled'>;

const passed = (cap: string, { from_rp, to_rp }: Scale) =>
  `${cap} terlampaui: setiap baris × ${rupiah(to_rp)} / ${rupiah(from_rp)}, dibulatkan ke bawah.`;

/** Describes how every line was reduced because a cap was exceeded; one sentence for each cap. */
export function scalings({
  scaled,
  member_scaled,
}: Pick<Head, 'scaled' | 'member_scaled'>): string[] {
  return [
    member_scaled && passed('Batas bonus per anggota', member_scaled),
    scaled && passed('Batas bonus bersama', scaled),
  ].filter((each) => each != null);
}

/**
 * Returns the multiplication, for checking: points × the value of a point × percent, and for a pool
 * × the shares.
 */
export function working(
  { rate_text, bv, shares, rupiah: amount }: Told & { rupiah: number },
  { point_value, scaled, member_scaled }: Head,
): string {
  const product = `${number(bv)} poin × ${rupiah(point_value)} × ${percent(rate_text)}`;
  const shared =
    shares && shares.own < shares.all
      ? `${product} × ${number(shares.own)} / ${number(shares.all)}`
      : product;
  return scaled || member_scaled ? `${shared}, lalu diperkecil` : `${shared} = ${rupiah(amount)}`;
}
