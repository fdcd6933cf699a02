/** Names of product states and of movements of stock. */
import type { Tone } from '@/ui/Badge';
import type { MovementKind, ProductStatus } from '@/api/schema';

/** Names of product states, each with the tone of its badge. */
export const statuses: Record<ProductStatus, [label: string, tone: Tone]> = {
  for_sale: ['Dijual', 'good'],
  low: ['Stok menipis', 'waiting'],
  out: ['Habis', 'bad'],
  draft: ['Konsep', 'info'],
  archived: ['Diarsipkan', 'plain'],
};

/** Kinds of stock movement. */
export const kinds: Record<MovementKind, [label: string, tone: Tone]> = {
  received: ['Diterima', 'good'],
  order: ['Pesanan', 'info'],
  returned: ['Kembali', 'waiting'],
  adjusted: ['Koreksi', 'plain'],
};
