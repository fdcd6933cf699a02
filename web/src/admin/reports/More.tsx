import { number } from '@/format';

/** Says that a report has more rows than it shows; nothing where it shows all. */
export function More({ shown, count }: { shown: number; count: number }) {
  if (count <= shown) return null;
  return (
    <p className="mt-4 text-sm text-muted">
      {number(shown)} teratas dari {number(count)}. Semuanya ada dalam CSV.
    </p>
  );
}
