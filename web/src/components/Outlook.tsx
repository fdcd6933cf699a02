import type { FilledCard } from '@/components/useRankCard';
import { NeedBars, Needs } from '@/components/Needs';
import type { Asked, Measured } from '@/components/needNames';
import type { Need, Preview } from '@/planRules';
import { rupiah } from '@/format';

type Props = {
  card: FilledCard;
  preview: Preview;
  /** Preview to compare with. */
  before?: Preview | null;
};

/** Returns needs with the names of their ranks and the amounts reached. */
function told(card: FilledCard, asked: Need[], now: Measured[]): (Asked & Measured)[] {
  return asked.flatMap((need, place) => {
    const measured = now[place];
    return measured
      ? { ...need, ...measured, rank_name: card.corner.ranks[need.rank]?.name ?? '' }
      : [];
  });
}

/** Difference between two amounts, such as `+Rp 5.000`. */
export function Difference({ of, from }: { of: number; from: number | undefined }) {
  if (from === undefined || of === from) return null;
  return (
    <>
      {' '}
      <span
        className={`ml-1 inline-block text-sm font-medium ${of > from ? 'text-success' : 'text-danger'}`}
      >
        {of > from ? '+' : ''}
        {rupiah(of - from)}
      </span>
    </>
  );
}

/** Needs of the next rank, and the amounts missing. */
export function NextRank({ card, preview }: Props) {
  const { ranks } = card.corner;
  const next = ranks[preview.rank + 1];
  if (!next)
    return (
      <p className="text-sm text-muted">
        {ranks.length > 1
          ? 'Ini peringkat tertinggi di rencana bonus.'
          : 'Rencana bonus ini tidak punya peringkat lain.'}
      </p>
    );
  return (
    <>
      <h3 className="mb-2 text-sm font-semibold">Menuju {next.name}</h3>
      <NeedBars label={`Syarat ${next.name}`} needs={told(card, next.needs, preview.next)} />
    </>
  );
}

/** Sum that each component pays, and the missing amounts of unmet needs. */
export function ComponentSums({ card, preview, before }: Props) {
  return (
    <>
      <ul aria-label="Bonus per komponen" className="divide-y divide-line">
        {card.corner.components.map(({ code, name, needs }, place) => {
          const now = preview.components[place];
          if (!now) return null;
          return (
            <li key={code} className="py-2.5">
              <p className="flex flex-wrap justify-between gap-x-4 text-sm">
                <span>{name}</span>
                <span className="ml-auto min-w-0 text-right font-semibold tabular-nums">
                  {rupiah(now.rupiah)}
                  <Difference of={now.rupiah} from={before?.components[place]?.rupiah} />
                </span>
              </p>
              {!now.is_met && (
                <div className="mt-1.5">
                  <Needs label={`Syarat ${name}`} needs={told(card, needs, now.needs)} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {preview.is_capped && (
        <p className="pt-1 text-xs text-muted">
          Sudah dibatasi: paling banyak {rupiah(card.corner.member_cap_rp ?? 0)} per anggota per
          periode.
        </p>
      )}
    </>
  );
}
