import { rupiah } from '@/format';
import { dateTime } from '@/dates';
import { ComponentSums, Difference, NextRank } from '@/components/Outlook';
import { standing, useRankCard } from '@/components/useRankCard';
import type { Trial } from '@/planRules';

/**
 * Bonus that a member's own trial points would pay, and the needs missing for the next rank;
 * nothing without a rank card.
 */
export function SimulatedBonus({ own }: { own: Trial['own'] }) {
  const { card, tryOut } = useRankCard();
  if (!card) return null;
  const before = tryOut?.(standing(card.corner));
  const preview = tryOut?.({ ...standing(card.corner), own });
  return (
    <div
      role="group"
      aria-label="Bonus simulasi"
      className="mt-4 grid gap-x-8 gap-y-4 rounded-2xl bg-surface p-4 sm:grid-cols-2"
    >
      {preview ? (
        <>
          <div>
            <p className="text-sm text-muted">
              Bonus Anda dengan BV itu, bersama jaringan Anda per {dateTime(card.as_of)}
            </p>
            <p className="font-display text-2xl font-semibold tabular-nums">
              {rupiah(preview.bonus_rp)}
              <Difference of={preview.bonus_rp} from={before?.bonus_rp} />
            </p>
            <ComponentSums card={card} preview={preview} before={before ?? null} />
          </div>
          <div>
            <p className="text-sm text-muted">Peringkat dengan BV itu</p>
            <p className="mb-3 font-display text-2xl font-semibold">
              {card.corner.ranks[preview.rank]?.name}
            </p>
            <NextRank card={card} preview={preview} />
          </div>
        </>
      ) : (
        <p role="status" className="text-sm text-muted">
          Memuat data...
        </p>
      )}
    </div>
  );
}
