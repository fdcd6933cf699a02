import { number } from '@/format';

type PlanProps = { label: string; planA: number; planB: number; total: number };

/** Points of each plan, and their total. */
export function PlanFigures({ label, planA, planB, total }: PlanProps) {
  return (
    <dl aria-label={label} className="grid grid-cols-3 gap-2 text-center">
      {(
        [
          ['Plan A', planA],
          ['Plan B', planB],
          ['Total', total],
        ] as const
      ).map(([name, points]) => (
        <div key={name} className="rounded-xl bg-sunken px-2 py-3">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="text-lg font-semibold tabular-nums">{number(points)}</dd>
        </div>
      ))}
    </dl>
  );
}
