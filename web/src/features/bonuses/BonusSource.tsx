import { useState } from 'react';
import { bonusLines } from '@/api/bonuses';
import { usePages } from '@/api/pages';
import type { Bonus, BonusLine, BonusLines } from '@/api/schema';
import { number, rupiah } from '@/format';
import { Fold } from '@/ui/Fold';
import { Loading } from '@/ui/Loading';
import { LoadMore } from '@/ui/LoadMore';
import { Problem } from '@/ui/Problem';

/** The lines that a bonus is made of, folded up at first. */
export function BonusSource({ bonus }: { bonus: Bonus }) {
  const [opened, setOpened] = useState(false);
  const { pages, error, retry, more } = usePages(opened ? bonusLines(bonus.id) : null);
  return (
    <Fold title="Dari mana bonus ini?" onOpen={() => setOpened(true)}>
      {pages?.[0] ? (
        <>
          <Lines first={pages[0]} lines={pages.flatMap(({ lines }) => lines)} />
          <LoadMore more={more} className="py-3" />
          <p className="flex flex-wrap justify-between gap-x-4 border-t border-line py-3 font-semibold tabular-nums">
            <span>Jumlah semua baris</span>
            <span>{rupiah(pages[0].bonus_rupiah)}</span>
          </p>
        </>
      ) : error ? (
        <div className="py-3">
          <Problem text="Gagal memuat rincian bonus." onRetry={retry} />
        </div>
      ) : (
        <Loading />
      )}
    </Fold>
  );
}

function Lines({ first, lines }: { first: BonusLines; lines: BonusLine[] }) {
  return (
    <>
      <p className="py-3 text-sm text-muted">
        Setiap baris: BV × {rupiah(first.point_value)} × persentase level, dibulatkan ke bawah.
        {first.is_scaled &&
          ' Bonus periode ini melampaui batas bersama, sehingga setiap baris diperkecil sebanding.'}
      </p>
      <ul className="divide-y divide-line border-t border-line">
        {lines.map((line) => (
          <li key={line.id} className="flex items-start gap-4 py-3 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{line.member_name}</span>
              <span className="block text-muted">
                {line.member_uid} · {line.level === 0 ? 'BV pribadi' : `Level ${line.level}`}
              </span>
            </span>
            <span className="text-right tabular-nums">
              <span className="block font-semibold">{rupiah(line.rupiah)}</span>
              <span className="block text-muted">
                {number(line.bv)} BV × {number(line.rate)}%
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
