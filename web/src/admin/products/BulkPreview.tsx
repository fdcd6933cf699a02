import { statuses } from '@/admin/components/productStatus';
import type { BulkAnswer, BulkFieldChange, BulkProduct, ProductStatus } from '@/api/schema';
import { number, rupiah } from '@/format';

const words: Record<string, [label: string, write: (value: string) => string]> = {
  price_rp: ['Harga', (value) => rupiah(Number(value))],
  bv: ['BV', (value) => number(Number(value))],
  category: ['Kategori', (value) => value],
  min_order: ['Minimal', (value) => `${number(Number(value))} pcs`],
  weight_gr: ['Berat', (value) => `${number(Number(value))} gram`],
  shelf: ['Rak', (value) => value || '(kosong)'],
  status: ['Status', (value) => statuses[value as ProductStatus]?.[0] ?? value],
};

const rank = ({ problem, changes }: BulkProduct) => (problem ? 0 : changes.length > 0 ? 1 : 2);

/** Preview of the change to each product, with those that cannot be changed first. */
export function BulkPreview({ answer }: { answer: BulkAnswer }) {
  const rows = answer.products.toSorted((one, other) => rank(one) - rank(other));
  return (
    <ul aria-label="Pratinjau" className="mt-4 divide-y divide-line border-y border-line text-sm">
      {rows.map(({ id, name, changes, problem }) => (
        <li key={id} className="grid gap-1 py-3 sm:grid-cols-2 sm:gap-4">
          <p className="min-w-0 font-medium wrap-anywhere">{name || `Produk nomor ${id}`}</p>
          {problem ? (
            <p className="text-danger">{problem}</p>
          ) : changes.length > 0 ? (
            <dl className="grid gap-1">
              {changes.map((change) => (
                <Line key={change.field} {...change} />
              ))}
            </dl>
          ) : (
            <p className="text-muted">Tetap sama</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Line({ field, before, after }: BulkFieldChange) {
  const [label, write] = words[field] ?? [field, String];
  return (
    <div className="min-w-0 tabular-nums">
      <dt className="inline text-muted">{label}: </dt>
      <dd className="inline wrap-anywhere">
        <del className="text-muted">{write(before)}</del> <span aria-hidden>→</span>{' '}
        <ins className="font-medium text-brand no-underline">{write(after)}</ins>
      </dd>
    </div>
  );
}
