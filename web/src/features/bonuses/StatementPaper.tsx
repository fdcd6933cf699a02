import type { Bonus, BonusLine, BonusLines } from '@/api/schema';
import { number, rupiah } from '@/format';
import { missed, origin, scalings, working } from '@/components/bonusLines';
import { needHas, needMissing, needName } from '@/components/needNames';
import { shop } from '@/shop';
import { netName } from './BonusDetail';
import { Paper, PaperFacts } from '@/components/Paper';

type Props = {
  bonus: Bonus;
  head: BonusLines;
  lines: BonusLine[];
  /** Whether there are more lines than these. */
  isCut: boolean;
  member: { name: string; uid: string };
};

/** Printed form of the statement: black on white in every theme. */
export function StatementPaper({ bonus, head, lines, isCut, member }: Props) {
  const facts = [
    ['Anggota', member.name],
    ['ID anggota', member.uid],
    ['Periode', bonus.bv_period_name],
    ['Peringkat', head.rank_name],
    ['Rencana bonus', head.plan_name],
    ['Nilai satu poin', rupiah(head.point_value)],
    ['BV downline', `${number(bonus.total_downline_bv)} BV`],
  ] as const;
  const sums = [
    ['Bonus', bonus.bonus_rupiah],
    ['Pajak yang dipotong', bonus.tax_rp == null ? null : -bonus.tax_rp],
    [netName(bonus), bonus.net_rp],
  ] as const;
  return (
    <Paper label={`Rincian bonus ${bonus.bv_period_name}`}>
      <div className="flex flex-wrap justify-between gap-3 border-b-2 border-black pb-3">
        <p className="text-lg font-semibold">Rincian bonus {bonus.bv_period_name}</p>
        <p className="font-semibold">{shop.name}</p>
      </div>
      <PaperFacts facts={facts} />
      {scalings(head).map((each) => (
        <p key={each} className="pb-3">
          {each}
        </p>
      ))}
      {head.components.map((component) => (
        <section key={component.code} className="border-t border-black py-3">
          <h2 className="flex justify-between gap-4 font-semibold">
            <span>{component.name}</span>
            <span className="tabular-nums">{rupiah(component.rupiah)}</span>
          </h2>
          {component.needs.map((need) => (
            <p key={`${needName(need)} ${need.at_least}`} className="text-xs text-black/70">
              Syarat:{' '}
              {[needName(need), needHas(need, need), needMissing(need, need)]
                .filter(Boolean)
                .join(', ')}
            </p>
          ))}
          {missed(component) && <p className="text-xs text-black/70">{missed(component)}</p>}
          <ul className="mt-1">
            {lines
              .filter((line) => line.component === component.code)
              .map((line) => (
                <li
                  key={line.id}
                  className="flex break-inside-avoid justify-between gap-4 border-t border-black/20 py-1"
                >
                  <span className="min-w-0 flex-1">
                    {origin(line)}
                    <span className="block text-xs text-black/70 tabular-nums">
                      {working(line, head)}
                    </span>
                  </span>
                  <span className="whitespace-nowrap tabular-nums">{rupiah(line.rupiah)}</span>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {isCut && (
        <p className="pb-3 text-xs text-black/70">
          Hanya {number(lines.length)} baris pertama yang tercetak; jumlah tiap komponen mencakup
          semua baris.
        </p>
      )}
      <dl className="grid gap-1 border-t-2 border-black pt-3">
        {sums.map(
          ([name, amount]) =>
            amount != null && (
              <div key={name} className="flex justify-between gap-4 font-semibold">
                <dt>{name}</dt>
                <dd className="tabular-nums">{rupiah(amount)}</dd>
              </div>
            ),
        )}
      </dl>
    </Paper>
  );
}
