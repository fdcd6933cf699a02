import { short } from '@/admin/components/short';
import { BarChart } from '@/ui/BarChart';
import type { Sold } from './queries';

/** Definition of one sales chart: its figure, title, number format and colour. */
export type Measure = {
  of: 'sales_rp' | 'orders' | 'bv';
  title: string;
  text?: string;
  write: (value: number) => string;
  /** Colour of the bars, as a colour of the theme. */
  colour: string;
};

/** One sales figure: a bar chart, and the same data as a table. */
export function SalesChart({ measure, sold }: { measure: Measure; sold: Sold[] | undefined }) {
  const { of, title, text, write, colour } = measure;
  const total = sold?.reduce((sum, each) => sum + each[of], 0);
  return (
    <figure className="card p-4 sm:p-5">
      <figcaption>
        <span className="block text-sm text-muted">{title}</span>
        <span className="block text-xl font-semibold tabular-nums">
          {total === undefined ? '…' : write(total)}
        </span>
        {text && <span className="block text-xs text-muted">{text}</span>}
      </figcaption>
      <div className="mt-3 h-56">
        {sold && (
          <BarChart
            key={sold.length}
            label={`Grafik ${title}`}
            bars={sold.map(({ label, name, ...each }) => ({ label, name, value: each[of] }))}
            colour={colour}
            write={write}
            short={short}
          />
        )}
      </div>
      {sold && <Table measure={measure} sold={sold} />}
    </figure>
  );
}

function Table({ measure: { of, title, write }, sold }: { measure: Measure; sold: Sold[] }) {
  return (
    <details className="mt-2 text-sm">
      <summary className="inline-flex min-h-11 items-center font-medium text-brand">
        Lihat sebagai tabel
      </summary>
      <div
        // Scrollable content must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={`Tabel ${title}`}
        className="max-h-72 overflow-y-auto"
      >
        <table className="w-full">
          <caption className="sr-only">{title}</caption>
          <thead className="text-left text-xs text-muted">
            <tr>
              <th scope="col" className="py-1.5 font-medium">
                Waktu
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                {title}
              </th>
            </tr>
          </thead>
          <tbody>
            {sold.map((each) => (
              <tr key={each.name} className="border-t border-line">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {each.name}
                </th>
                <td className="py-1.5 text-right tabular-nums">{write(each[of])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
