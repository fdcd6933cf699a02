import { useId } from 'react';
import type { OrderReturns } from '@/api/schema';
import { number, rupiah } from '@/format';
import { Picture } from '@/ui/Picture';
import { Stepper } from '@/ui/Stepper';

type Props = {
  lines: OrderReturns['lines'];
  pieces: Record<number, number>;
  error: string | undefined;
  onChange: (pieces: Record<number, number>) => void;
};

/** Selection of the goods to return, with the number of pieces of each. */
export function ReturnLines({ lines, pieces, error, onChange }: Props) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-note` : undefined} className="min-w-0">
      <legend className="sr-only">Barang yang dikembalikan</legend>
      <ul className="divide-y divide-line">
        {lines.map(({ line_id, name, variant, picture, price, quantity, open }) => {
          const value = Math.min(pieces[line_id] ?? 0, open);
          const step = (by: number) => onChange({ ...pieces, [line_id]: value + by });
          return (
            <li key={line_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
              <div className="w-16 shrink-0">
                <Picture picture={picture} alt="" sizes={64} className="rounded-xl" />
              </div>
              <div className="min-w-0 flex-1 basis-40 text-sm">
                <p className="font-medium wrap-anywhere">{name}</p>
                {variant && <p className="text-muted">{variant}</p>}
                <p className="text-muted tabular-nums">
                  {rupiah(price)} × {number(quantity)}
                </p>
              </div>
              {open > 0 ? (
                <div className="ml-auto grid justify-items-center gap-1">
                  <Stepper
                    label={`Jumlah ${[name, variant].filter(Boolean).join(', ')} yang dikembalikan`}
                    value={value}
                    canDecrease={value > 0}
                    canIncrease={value < open}
                    onStep={step}
                  />
                  <p className="text-xs text-muted">paling banyak {number(open)}</p>
                </div>
              ) : (
                <p className="ml-auto text-sm text-muted">Sudah diajukan semua</p>
              )}
            </li>
          );
        })}
      </ul>
      {error && (
        <p id={`${id}-note`} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
