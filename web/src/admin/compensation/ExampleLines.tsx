import type { Example } from '@/api/schema';
import { number, rupiah } from '@/format';
import { lineSentence } from '@/parts/lineSentence';
import { percent } from '@/parts/percent';
import type { Person } from './exampleNetwork';
import { whole, type PlanForm } from './planForm';

type Props = { plan: PlanForm; people: Person[]; outcome: Example; id: string };

/** Where a member's bonus comes from, by component, each line in a sentence with its multiplication. */
export function ExampleLines({ plan, people, outcome, id }: Props) {
  const lines = outcome.lines.filter(({ member }) => member === id);
  if (lines.length === 0)
    return <p className="text-sm text-muted">Tidak mendapat bonus di contoh ini.</p>;
  const { uncapped_rp, cap_rp } = outcome;
  const scaled =
    uncapped_rp > cap_rp ? ` × ${rupiah(cap_rp)} / ${rupiah(uncapped_rp)} (batas)` : '';
  const name = (source: string) =>
    source === id ? 'sendiri' : (people.find((each) => each.id === source)?.name ?? source);
  return (
    <div className="grid gap-3 text-sm">
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
                    {lineSentence({ ...line, kind: component.kind, source: name(line.source) })}
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
    </div>
  );
}

function money({ point_value_rp }: PlanForm): string {
  const value = whole(point_value_rp);
  return typeof value === 'number' ? rupiah(value) : '…';
}
