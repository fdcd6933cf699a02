import type { PrintedLine } from '@/api/schema';

/** Shelf of a product, and the shop's own number (SKU) of it; nothing if neither is given. */
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
