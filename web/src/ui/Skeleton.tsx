/** A grey place where something is about to stand. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`block animate-pulse rounded-lg bg-line ${className}`} />;
}
