import { useId } from 'react';
import { inputClass } from '@/ui/Field';
import { useDesigner, useFieldBinding } from './designer';
import { PathFault } from './PathFault';

type Props = {
  title: string;
  unit: string;
  path: string;
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
};

/** Table with one figure for each rank; a figure may stay empty. */
export function ByRank({ title, unit, path, values, onChange }: Props) {
  const { plan } = useDesigner();
  const tie = useFieldBinding();
  const id = useId();
  // Figures for ranks that the plan does not have are shown, so that they can be removed.
  const unknownCodes = Object.keys(values).filter(
    (code) => !plan.ranks.some((rank) => rank.code === code),
  );
  const rows = [
    ...plan.ranks.map(({ code, name }) => ({ code, name: name || code })),
    ...unknownCodes.map((code) => ({ code, name: `${code} (tidak ada di daftar peringkat)` })),
  ];
  return (
    <div className="mt-5">
      <p id={id} className="text-sm font-semibold">
        {title}
      </p>
      <p className="mt-0.5 text-sm text-muted">
        Peringkat yang dikosongkan tidak mendapat apa-apa.
      </p>
      <PathFault path={path} />
      <table aria-labelledby={id} className="mt-2 w-full text-sm sm:max-w-md">
        <thead className="sr-only">
          <tr>
            <th scope="col">Peringkat</th>
            <th scope="col">{unit}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ code, name }, at) => {
            const { error, ...rest } = tie(`${path}.${code}`);
            return (
              // oxlint-disable-next-line react/no-array-index-key -- two ranks can have one code by mistake
              <tr key={at} className="border-b border-line last:border-0">
                <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                  {name}
                  {error && (
                    <span id={`${id}-${at}`} className="block text-danger">
                      {error}
                    </span>
                  )}
                </th>
                <td className="w-36 py-1.5">
                  <span className="flex items-center gap-2">
                    <input
                      {...rest}
                      aria-label={`${title}: ${name}`}
                      aria-invalid={error !== undefined}
                      aria-describedby={error ? `${id}-${at}` : undefined}
                      inputMode="decimal"
                      autoComplete="off"
                      maxLength={24}
                      value={values[code] ?? ''}
                      onChange={({ target }) => onChange({ ...values, [code]: target.value })}
                      className={`${inputClass(error !== undefined)} text-right tabular-nums`}
                    />
                    <span aria-hidden className="w-12 text-muted">
                      {unit}
                    </span>
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
