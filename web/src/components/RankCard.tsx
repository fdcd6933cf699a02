import { Medal } from 'lucide-react';
import type { ReactNode } from 'react';
import { dateTime } from '@/dates';
import { sentence } from '@/errors';
import { number, rupiah } from '@/format';
import { ComponentSums, NextRank } from '@/components/Outlook';
import { standing, useRankCard, type FilledCard, type TryOut } from '@/components/useRankCard';
import { WhatIf } from '@/components/WhatIf';
import { Problem } from '@/ui/Problem';
import { Skeleton } from '@/ui/Skeleton';

type Props = {
  /** Content below; it waits until the card's height is known, so that it does not shift. */
  children: ReactNode;
};

/**
 * The member's current rank, the needs of the next one, and the bonus that the open period would
 * pay.
 */
export function RankCard({ children }: Props) {
  const { data, card, error, retry, tryOut, isMissing } = useRankCard();
  const isSettled = error || (data && (!card || tryOut || isMissing));
  return (
    // A page that becomes shorter than its scroll position would move as a whole.
    <div className="grid min-h-[70dvh] grid-cols-1 content-start gap-5">
      <section aria-label="Kartu peringkat" className="card p-5">
        <h2 className="flex items-center gap-2 font-display text-xl font-semibold">
          <Medal aria-hidden size={20} className="text-brand" />
          Kartu peringkat
        </h2>
        {card && tryOut ? (
          <Filled card={card} tryOut={tryOut} />
        ) : error ? (
          <div className="mt-3">
            <Problem text={sentence(error, 'Gagal memuat kartu peringkat.')} onRetry={retry} />
          </div>
        ) : data && !card ? (
          <Note>
            {data.plan_name
              ? 'Tidak ada periode BV yang sedang berjalan. Kartu ini terisi begitu periode berikutnya dibuka.'
              : 'Toko belum punya rencana bonus. Kartu ini terisi setelah rencananya diterbitkan.'}
          </Note>
        ) : isSettled ? (
          <div className="mt-3">
            <Problem text="Perhitungan belum dapat dimuat. Periksa jaringan Anda; begitu tersambung, perhitungan tampil sendiri." />
          </div>
        ) : (
          <Awaited />
        )}
      </section>
      {isSettled && children}
    </div>
  );
}

/**
 * Placeholder as high as the window: content after the card is out of view, however high the card
 * becomes.
 */
function Awaited() {
  return (
    <div role="status" data-loading className="mt-3 min-h-dvh">
      <span className="sr-only">Memuat data...</span>
      <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2">
        {['rank', 'bonus'].map((column) => (
          <div key={column} className="grid content-start gap-3">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-8 w-3/5" />
            <Skeleton className="h-24" />
          </div>
        ))}
      </div>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="mt-2 text-sm text-muted">{children}</p>;
}

function Filled({ card, tryOut }: { card: FilledCard; tryOut: TryOut }) {
  const preview = tryOut(standing(card.corner));
  if (!preview)
    return (
      <div className="mt-3">
        <Problem text="Perkiraan bonus tidak dapat dihitung dari angka yang ada." />
      </div>
    );
  const { own, rank, bonus_rp } = preview;
  const owed = -(card.corner.earned.plan_a + card.corner.earned.plan_b);
  return (
    <>
      <p className="mt-1 text-sm text-muted">
        {card.period_name} · {card.plan_name} · angka per {dateTime(card.as_of)}
      </p>
      <div className="mt-4 grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <div>
          <p className="text-sm text-muted">Peringkat hari ini</p>
          <p className="font-display text-2xl font-semibold">
            {card.corner.ranks[rank]?.name ?? ''}
          </p>
          <p className="mb-4 text-sm text-muted tabular-nums">
            Plan A {number(own.plan_a)} · Plan B {number(own.plan_b)} setelah alokasi
          </p>
          {owed > 0 && (
            <p className="mb-4 rounded-xl bg-warn-soft px-3 py-2 text-sm">
              Poin Anda kurang {number(owed)} karena pengembalian. Belanja berikutnya menutup
              kekurangan itu dahulu.
            </p>
          )}
          <NextRank card={card} preview={preview} />
        </div>
        <div>
          <p className="text-sm text-muted">Perkiraan bonus periode ini</p>
          <p className="font-display text-2xl font-semibold tabular-nums">{rupiah(bonus_rp)}</p>
          <ComponentSums card={card} preview={preview} />
          <p className="text-xs text-muted">
            Dibayar sebesar ini jika sampai periode dihitung tidak ada yang berubah dan batas bonus
            bersama tidak terlampaui.
          </p>
        </div>
      </div>
      <WhatIf card={card} tryOut={tryOut} before={preview} />
    </>
  );
}
