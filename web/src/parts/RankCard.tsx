import { Medal } from 'lucide-react';
import type { ReactNode } from 'react';
import { dateTime } from '@/dates';
import { sentence } from '@/errors';
import { number, rupiah } from '@/format';
import { ComponentSums, NextRank } from '@/parts/Outlook';
import { standing, useRankCard, type FilledCard, type TryOut } from '@/parts/useRankCard';
import { WhatIf } from '@/parts/WhatIf';
import { Problem } from '@/ui/Problem';

/** The member's rank today, what the next one asks for, and what the open period would pay. */
export function RankCard() {
  const { data, card, error, retry, tryOut, isMissing } = useRankCard();
  return (
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
      ) : isMissing ? (
        <div className="mt-3">
          <Problem text="Perhitungan belum dapat dimuat. Periksa jaringan Anda; begitu tersambung, perhitungan tampil sendiri." />
        </div>
      ) : (
        <p role="status" className="grid min-h-72 place-items-center text-muted">
          Memuat data...
        </p>
      )}
    </section>
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
