import { Badge } from '@/ui/Badge';
import type { PlanForm } from './planForm';
import { chaptersOf, compare, differences } from './sentences';

/** Plan as readable sentences. */
export function PlanSentences({ plan }: { plan: PlanForm }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {chaptersOf(plan).map(({ key, title, sentences }) => (
        <section key={key} className="card p-5">
          <h2 className="font-semibold">{title}</h2>
          <ul className="mt-2 grid gap-1 text-sm">
            {sentences
              // The name is already shown above.
              .filter((sentence) => sentence.key !== 'name')
              .map((sentence) => (
                <li key={sentence.key}>{sentence.text}</li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type Side = { title: string; plan: PlanForm };

/** Two plans side by side, with the differences marked. */
export function PlanComparison({ left, right }: { left: Side; right: Side }) {
  const chapters = compare(left.plan, right.plan);
  return (
    <div className="grid gap-4">
      <p role="status" className="text-sm font-medium">
        {differences(chapters)}
      </p>
      {chapters.map(({ key, title, rows, differs }) => (
        <section key={key} className={`card p-4 sm:p-5 ${differs ? 'border-warn!' : ''}`}>
          <h2 className="flex flex-wrap items-center gap-2 font-semibold">
            {title}
            {differs && <Badge tone="waiting">Berbeda</Badge>}
          </h2>
          <table className="mt-3 w-full table-fixed text-sm">
            <caption className="sr-only">{title}</caption>
            <thead className="text-left text-xs text-muted">
              <tr>
                {[left, right].map((side, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- left and right
                  <th key={at} scope="col" className="p-2 font-medium">
                    {side.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key} className="border-t border-line align-top">
                  {([row.left, row.right] as const).map((text, at) => (
                    <td
                      // oxlint-disable-next-line react/no-array-index-key -- left and right
                      key={at}
                      className={`p-2 wrap-anywhere ${row.left === row.right ? '' : 'bg-warn-soft font-medium text-warn'}`}
                    >
                      {text ?? <span className="sr-only">Tidak ada</span>}
                      {text === null && <span aria-hidden>–</span>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}
