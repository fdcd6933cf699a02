/** Changes in the shop since its last event was received. */
import type { Area } from '@/api/calls';
import type { OrderEventKind, Newest } from '@/api/schema';
import { number } from '@/format';

/** Counts of new events, and the data to refetch because of them. */
export type Changes = {
  /** Number of orders placed. */
  placed: number;
  /** Number of orders paid. */
  paid: number;
  /** Number of payment problems. */
  problems: number;
  /** Number of questions asked about products. */
  asked: number;
  /** API areas whose queries must be refetched. */
  areas: Area[];
};

/** Areas to refresh for each kind of news. */
const shownAt: Record<keyof Newest, readonly Area[]> = {
  moves: ['/api/admin/orders', '/api/admin/today', '/api/admin/sales'],
  problems: ['/api/admin/orders', '/api/admin/today'],
  returns: ['/api/admin/returns', '/api/admin/orders', '/api/admin/today'],
  questions: ['/api/admin/questions', '/api/admin/today'],
  stock: ['/api/admin/products', '/api/admin/stock-movements', '/api/admin/today'],
};

/**
 * Returns the ids that are not known yet. An id may arrive after a higher one, but an id below all
 * known ones is old.
 */
function fresh(ids: readonly number[], known: readonly number[]): number[] {
  const oldest = known.length === 0 ? -Infinity : Math.min(...known);
  return ids.filter((id) => !known.includes(id) && id > oldest);
}

const numbers = (newest: Newest, kind: keyof Newest) =>
  (kind === 'moves' ? newest.moves?.map(({ id }) => id) : newest[kind]) ?? [];

/** Finds the changes between two states of the shop. */
export function changesOf(before: Newest, now: Newest): Changes {
  const changed = (Object.keys(shownAt) as (keyof Newest)[]).filter(
    (kind) => fresh(numbers(now, kind), numbers(before, kind)).length > 0,
  );
  const moved = fresh(numbers(now, 'moves'), numbers(before, 'moves'));
  const count = (event: OrderEventKind) =>
    (now.moves ?? []).filter((move) => move.event === event && moved.includes(move.id)).length;
  return {
    placed: count('placed'),
    paid: count('paid'),
    problems: fresh(numbers(now, 'problems'), numbers(before, 'problems')).length,
    asked: fresh(numbers(now, 'questions'), numbers(before, 'questions')).length,
    areas: [...new Set(changed.flatMap((kind) => shownAt[kind]))],
  };
}

/** Describes the changes in a sentence; empty if there is nothing to announce. */
export function sentenceOf({ placed, paid, problems, asked }: Omit<Changes, 'areas'>): string {
  return (
    [
      [placed, 'pesanan baru'],
      [paid, 'pesanan dibayar'],
      [problems, 'masalah pembayaran'],
      [asked, 'pertanyaan baru'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${number(count)} ${what}`)
    .join(', ');
}
