/**
 * Returns the list's filters as in an address: empty filters are left out, and the same filters
 * always result in the same text.
 */
export function viewQuery(filters: Readonly<Record<string, string>>): string {
  const chosen = Object.entries(filters).filter(([, value]) => value);
  return new URLSearchParams(chosen.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
}
