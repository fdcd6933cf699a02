/** Grey placeholder for content that is about to appear. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`block animate-pulse rounded-lg bg-line ${className}`} />;
}
