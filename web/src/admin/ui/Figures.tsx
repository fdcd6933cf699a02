import type { ReactNode } from 'react';

type Props = {
  label: string;
  figures: readonly (readonly [name: string, value: ReactNode])[];
};

/**
 * Figures side by side, each with its name; a card is as wide as its figure, which is never
 * wrapped.
 */
export function Figures({ label, figures }: Props) {
  return (
    <dl aria-label={label} className="flex flex-wrap gap-3">
      {figures.map(([name, value]) => (
        <div key={name} className="card flex-1 basis-36 p-4">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="mt-1 text-lg font-semibold tabular-nums [&>span]:whitespace-normal">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
