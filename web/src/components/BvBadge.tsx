import { number } from '@/format';

/** Badge with the business volume that an item earns. */
export function BvBadge({ bv, className = '' }: { bv: number; className?: string }) {
  return (
    <span
      className={`inline-block rounded-full bg-accent px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap text-on-accent ${className}`}
    >
      {number(bv)} BV
    </span>
  );
}
