/** A filter of the list as it stands in an address: what is not narrowed is left out, the same filter is the same text. */
export function viewQuery(filters: Readonly<Record<string, string>>): string {
  const chosen = Object.entries(filters).filter(([, value]) => value);
  return new URLSearchParams(chosen.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
}
