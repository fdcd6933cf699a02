import { adminPaths } from '@/admin/paths';
import { Badge } from '@/ui/Badge';
import { number } from '@/format';
import { Empty } from '@/ui/Empty';
import { Link } from '@/ui/Link';
import { ImageOff } from 'lucide-react';
import { countAfter, MOST_OF_PRODUCT, type PictureSet, type Sorted } from './addPictures';

/** Progress of a product's pictures. */
export type Progress =
  | { state: 'uploading'; uploaded: number }
  | { state: 'done' }
  | { state: 'failed'; message: string };

type Props = {
  sorted: Sorted;
  /** Whether the new pictures replace the existing ones. */
  replace: boolean;
  /** Progress by the product's number; missing for a product that has not begun. */
  progress: Readonly<Record<number, Progress>>;
};

/** List of products with their pictures and progress, and of pictures without a product. */
export function PictureSets({ sorted: { sets, unusable }, replace, progress }: Props) {
  if (sets.length === 0 && unusable.length === 0)
    return (
      <Empty icon={ImageOff} title="Tidak ada gambar" text="Yang dipilih tidak berisi gambar." />
    );
  return (
    <>
      {sets.length > 0 && (
        <section aria-labelledby="sets" className="mt-4 card p-5">
          <h2 id="sets" className="font-display text-lg font-semibold">
            {number(sets.length)} produk
          </h2>
          <ul className="mt-2 grid divide-y divide-line text-sm">
            {sets.map((set) => (
              <li key={set.product.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
                <div className="min-w-0 flex-1 basis-60">
                  <Link
                    to={adminPaths.product(set.product.id)}
                    className="font-medium wrap-anywhere text-brand hover:underline"
                  >
                    {set.product.name}
                  </Link>
                  {set.product.sku && (
                    <span className="block text-xs text-muted">SKU {set.product.sku}</span>
                  )}
                  <span className="mt-1 block wrap-anywhere text-muted">
                    {set.files.map(({ name }) => name).join(', ')}
                  </span>
                </div>
                <State set={set} replace={replace} progress={progress[set.product.id]} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {unusable.length > 0 && (
        <section aria-labelledby="unusable" className="mt-4 card p-5">
          <h2 id="unusable" className="font-display text-lg font-semibold">
            Tidak dipakai: {number(unusable.length)} file
          </h2>
          <ul className="mt-2 grid divide-y divide-line text-sm">
            {unusable.map(({ name, why }) => (
              <li key={`${name} ${why}`} className="flex flex-wrap gap-x-4 py-2">
                <span className="min-w-0 flex-1 basis-48 wrap-anywhere">{name}</span>
                <span className="text-muted">{why}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

type StateProps = { set: PictureSet; replace: boolean; progress: Progress | undefined };

function State({ set, replace, progress }: StateProps) {
  const { files, product } = set;
  if (progress?.state === 'done') return <Badge tone="good">Terpasang</Badge>;
  if (progress?.state === 'uploading')
    return (
      <Badge tone="waiting">
        Mengunggah {number(progress.uploaded)} dari {number(files.length)}
      </Badge>
    );
  return (
    <div className="min-w-0 sm:text-right">
      {progress?.state === 'failed' && (
        <p role="alert" className="max-w-prose wrap-anywhere text-danger">
          {progress.message}
        </p>
      )}
      {countAfter(set, replace) > MOST_OF_PRODUCT ? (
        <p className="text-danger">
          Terlalu banyak: sudah ada {number(product.pictures)}, paling banyak {MOST_OF_PRODUCT}.
        </p>
      ) : (
        <p className="text-muted tabular-nums">
          {number(product.pictures)} → {number(countAfter(set, replace))} gambar
        </p>
      )}
    </div>
  );
}
