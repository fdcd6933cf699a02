import type { PrintedLine } from '@/api/schema';

/** Where the pieces of a product lie, and the shop's own number of it; nothing where neither is said. */
export function Place({
  codes: { shelf, sku },
  className = '',
}: {
  codes: Pick<PrintedLine, 'shelf' | 'sku'>;
  className?: string;
}) {
  const said = [shelf && `Rak ${shelf}`, sku && `SKU ${sku}`].filter(Boolean).join(' · ');
  return said && <p className={`text-xs wrap-anywhere ${className}`}>{said}</p>;
}
