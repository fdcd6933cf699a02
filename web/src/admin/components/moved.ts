/**
 * Returns a list in which an item has swapped places with its neighbour; unchanged at the end of
 * the list.
 */
export function moved<T>(items: readonly T[], at: number, step: 1 | -1): T[] {
  const item = items[at];
  const other = items[at + step];
  if (item === undefined || other === undefined) return [...items];
  return items.with(at, other).with(at + step, item);
}
