import { number } from '@/format';

/** Note that a report has more rows than are shown; nothing if all are shown. */
export function More({ shown, count }: { shown: number; count: number }) {
  if (count <= shown) return null;
  return (
    <p className="mt-4 text-sm text-muted">
      {number(shown)} teratas dari {number(count)}. Semuanya ada dalam CSV.
    </p>
  );
}
