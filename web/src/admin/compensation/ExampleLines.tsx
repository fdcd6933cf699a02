import type { Example, NeedFact } from '@/api/schema';
import { number, rupiah } from '@/format';
import { lineSentence } from '@/components/lineSentence';
import { passedBy, type Asked, type Measured } from '@/components/needNames';
import { percent } from '@/components/percent';
import { givenBelow, type Person } from './exampleNetwork';
import { whole, type ComponentForm, type PlanForm } from './planForm';
import { rankName } from './labels';

type Props = { plan: PlanForm; people: Person[]; outcome: Example; id: string };

/** Sources of a member's bonus, by component; each line is a sentence with its multiplication. */
export function ExampleLines({ plan, people, outcome, id }: Props) {
  const lines = outcome.lines.filter(({ member }) => member === id);
  const skipped = outcome.skipped.filter(({ member }) => member === id);
  const { uncapped_rp, cap_rp } = outcome;
  const scaled =
    uncapped_rp > cap_rp ? ` × ${rupiah(cap_rp)} / ${rupiah(uncapped_rp)} (batas)` : '';
  const rank = outcome.members.find((member) => member.id === id)?.rank ?? '';
  const name = (source: string) =>
    source === id ? 'sendiri' : (people.find((each) => each.id === source)?.name ?? source);
  return (
    <div className="grid gap-3 text-sm">
      {lines.length === 0 && <p className="text-muted">Tidak mendapat bonus di contoh ini.</p>}
      {plan.components
        .map((component) => ({
          component,
          own: lines.filter((line) => line.component === component.code),
        }))
        .filter(({ own }) => own.length > 0)
        .map(({ component, own }) => (
          <section key={component.code} aria-label={component.name}>
            <h3 className="text-xs font-semibold text-muted">{component.name}</h3>
            <ul className="mt-1 grid gap-1.5">
              {own.map((line) => (
                <li key={`${line.source} ${line.depth}`} className="flex justify-between gap-x-4">
                  <span className="min-w-0 flex-1">
                    {lineSentence({
                      ...line,
                      kind: component.kind,
                      source: name(line.source),
                      difference: difference(component, rank, line.rate),
                    })}
                    {component.kind !== 'pool' && (
                      <span className="block text-xs text-muted tabular-nums">
                        {number(line.points)} × {money(plan)} × {percent(line.rate)}
                        {scaled}
                      </span>
                    )}
                  </span>
                  <span className="whitespace-nowrap tabular-nums">{rupiah(line.amount_rp)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      {skipped.length > 0 && (
        <ul aria-label="Yang lewat" className="grid gap-1.5 text-xs text-warn">
          {skipped.map((skip) => {
            const component = plan.components.find(({ code }) => code === skip.component);
            return (
              <li key={skip.component}>
                {component?.name ?? skip.component}:{' '}
                {passedBy({
                  kind: component?.kind ?? '',
                  members: skip.sources,
                  points: skip.points,
                  needs: skip.needs.map((need) => measured(need, plan)),
                })}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** Returns the two rates that a paid rate is the difference of; null if the paid rate is no difference. */
function difference({ kind, rankRates }: ComponentForm, rank: string, paid: string) {
  const own = kind === 'differential' ? (rankRates[rank] ?? '') : '';
  const given = givenBelow(own, paid);
  return given === null ? null : { own: own.trim(), given };
}

/** Returns a need with the name of its rank; the figure required for holding a rank is 1. */
function measured(need: NeedFact, plan: PlanForm): Asked & Measured {
  return {
    ...need,
    at_least: 'at_least' in need ? need.at_least : 1,
    rank_name: 'rank' in need ? rankName(plan.ranks, need.rank) : null,
  };
}

function money({ point_value_rp }: PlanForm): string {
  const value = whole(point_value_rp);
  return typeof value === 'number' ? rupiah(value) : '…';
}
