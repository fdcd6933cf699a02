import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { coreAtom, type PlanVolumes } from '@/core';
import { number } from '@/format';
import { SimulatedBonus } from '@/components/SimulatedBonus';
import { useAtomValue } from '@/state';
import { Field } from '@/ui/Field';

/** Maximum of a slider, in points: beyond the last rule, which begins above 400. */
const MOST = 600;

/**
 * Two sliders and the immediate result of the rules; nothing is sent, and no data of the member are
 * used.
 */
export function Simulator() {
  const allocate = useAtomValue(coreAtom)?.allocate;
  const [tried, setTried] = useState<PlanVolumes | null>(null);
  const chosen = tried ?? { plan_a: 0, plan_b: 0 };
  const result = allocate?.(chosen);
  return (
    <section
      aria-label="Simulasi alokasi"
      className="rounded-2xl border-2 border-dashed border-line bg-info-soft p-5"
    >
      <h2 className="flex flex-wrap items-center gap-x-2 font-semibold text-info">
        <FlaskConical aria-hidden size={18} />
        Simulasi, bukan BV Anda
      </h2>
      <p className="mt-1 text-sm">
        Geser BV tiap plan untuk mencoba aturannya. Tidak ada yang disimpan. Bekerja juga tanpa
        koneksi.
      </p>
      <div className="mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-2">
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
                onChange={(event) => setTried({ ...chosen, [plan]: Number(event.target.value) })}
                className="h-8 w-full accent-info"
              />
            )}
          </Field>
        ))}
      </div>
      <output className="mt-3 block text-sm">
        <span className="block text-info">Hasil simulasi</span>
        <dl aria-label="Hasil simulasi" className="flex flex-wrap gap-x-5 gap-y-1">
          {(
            [
              ['Plan A', result?.plan_a ?? 0],
              ['Plan B', result?.plan_b ?? 0],
              ['Total', chosen.plan_a + chosen.plan_b],
            ] as const
          ).map(([name, points]) => (
            <div key={name} className="flex items-baseline gap-1.5">
              <dt>{name}</dt>
              <dd className="font-semibold tabular-nums">{number(points)}</dd>
            </div>
          ))}
        </dl>
      </output>
      {tried && <SimulatedBonus own={tried} />}
    </section>
  );
}
