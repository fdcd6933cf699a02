import type { ReactNode } from 'react';

type Props = {
  label: string;
  figures: readonly (readonly [name: string, value: ReactNode])[];
};

/** Figures side by side, each with its name. */
export function Figures({ label, figures }: Props) {
  return (
    <dl aria-label={label} className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
      {figures.map(([name, value]) => (
        <div key={name} className="card p-4">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="mt-1 text-lg font-semibold wrap-anywhere tabular-nums [&>span]:whitespace-normal">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
