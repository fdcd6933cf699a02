import { useState } from 'react';
import type { PlanVolumes } from '@/core';
import { number } from '@/format';
import { Field } from '@/ui/Field';
import type { Allocate } from './allocate';
import { PlanFigures } from './PlanFigures';

/** How far a slider goes, in points: beyond the last rule, which begins above 400. */
const MOST = 600;

function within(points: number): number {
  return Math.min(Math.max(points, 0), MOST);
}

type Props = { start: PlanVolumes; allocate: Allocate | undefined };

/** Two sliders and what the rules make of them at once; nothing is sent anywhere. */
export function Simulator({ start, allocate }: Props) {
  const [chosen, setChosen] = useState<PlanVolumes>({
    plan_a: within(start.plan_a),
    plan_b: within(start.plan_b),
  });
  const result = allocate?.(chosen);
  return (
    <section aria-label="Simulasi alokasi" className="mt-5 border-t border-line pt-4">
      <h3 className="font-semibold">Simulasi</h3>
      <p className="mt-1 text-sm text-muted">
        Geser BV tiap plan dan lihat alokasinya. Bekerja juga tanpa koneksi.
      </p>
      <div className="mt-3 grid gap-3">
        {(
          [
            ['plan_a', 'BV Plan A'],
            ['plan_b', 'BV Plan B'],
          ] as const
        ).map(([plan, label]) => (
          <Field key={plan} label={`${label}: ${number(chosen[plan])}`}>
            {({ id }) => (
              <input
                id={id}
                type="range"
                min={0}
                max={MOST}
                value={chosen[plan]}
                onChange={(event) => setChosen({ ...chosen, [plan]: Number(event.target.value) })}
                className="h-8 w-full accent-brand"
              />
            )}
          </Field>
        ))}
      </div>
      <output className="mt-3 block">
        <PlanFigures
          label="Hasil simulasi"
          planA={result?.plan_a ?? 0}
          planB={result?.plan_b ?? 0}
          total={chosen.plan_a + chosen.plan_b}
        />
      </output>
    </section>
  );
}
