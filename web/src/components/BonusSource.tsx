import { useState } from 'react';
import { usePages, type PagedList } from '@/api/pages';
import type { BonusLine, BonusLines } from '@/api/schema';
import { rupiah } from '@/format';
import { missed, origin, scalings, working } from '@/components/bonusLines';
import { Needs } from '@/components/Needs';
import { Fold } from '@/ui/Fold';
import { Loading } from '@/ui/Loading';
import { LoadMore } from '@/ui/LoadMore';
import { Problem } from '@/ui/Problem';

type Props = {
  title: string;
  list: PagedList<BonusLines>;
  /** Name of the member, for readers other than the member. */
  whose?: string;
  open?: boolean;
};

/** Components and lines of a bonus, folded at first unless it is `open`. */
export function BonusSource({ title, list, whose, open = false }: Props) {
  const [opened, setOpened] = useState(open);
  const { pages, error, retry, more } = usePages(opened ? list : null);
  return (
    <Fold title={title} open={open} onOpen={() => setOpened(true)}>
      {pages?.[0] ? (
        <>
          <Head head={pages[0]} whose={whose} />
          <Components
            head={pages[0]}
            lines={pages.flatMap(({ lines }) => lines)}
            own={whose ?? 'Anda sendiri'}
          />
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

function Head({ head, whose = 'Anda' }: { head: BonusLines; whose: string | undefined }) {
  return (
    <div className="py-3 text-sm text-muted">
      <p>
        Peringkat {whose} di periode ini:{' '}
        <span className="font-semibold text-ink">{head.rank_name}</span>. Dihitung menurut{' '}
        {head.plan_name}.
      </p>
      <p className="mt-1">
        Setiap baris: poin × {rupiah(head.point_value)} × persentase, dibulatkan ke bawah.
        {scalings(head).map((each) => ` ${each}`)}
      </p>
    </div>
  );
}

type ComponentsProps = { head: BonusLines; lines: BonusLine[]; own: string };

function Components({ head, lines, own }: ComponentsProps) {
  return head.components.map((each) => {
    const { code, name, rupiah: amount, needs, skipped } = each;
    const lost = missed(each);
    return (
      <section key={code} aria-label={name} className="border-t border-line py-3">
        <h3 className="flex flex-wrap justify-between gap-x-4 font-semibold">
          <span>{name}</span>
          <span className="tabular-nums">{rupiah(amount)}</span>
        </h3>
        {needs.length > 0 && (
          <div className="mt-2">
            <Needs label={`Syarat ${name}`} needs={needs} />
          </div>
        )}
        {lost && <p className={`mt-2 text-sm ${skipped ? 'text-warn' : 'text-muted'}`}>{lost}</p>}
        <ul aria-label={`Baris ${name}`} className="mt-1 divide-y divide-line">
          {lines
            .filter(({ component }) => component === code)
            .map((line) => (
              <li key={line.id} className="flex items-start gap-4 py-2.5 text-sm">
                <span className="min-w-0 flex-1">
                  {origin(line, own)}
                  <span className="block text-muted tabular-nums">{working(line, head)}</span>
                </span>
                <span className="font-medium whitespace-nowrap tabular-nums">
                  {rupiah(line.rupiah)}
                </span>
              </li>
            ))}
        </ul>
      </section>
    );
  });
}
