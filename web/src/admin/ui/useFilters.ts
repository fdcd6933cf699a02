import { useAddressParams } from '@/ui/useAddressParams';

/** Values with their names, as a select offers them; the empty value stands for all. */
export type Options = readonly (readonly [value: string, label: string])[];

/** Values that a filter accepts: any words, a day, an id, or one of a select's options. */
type Kind = 'words' | 'day' | 'id' | Options;

const shapes = { words: /./, day: /^20\d\d-\d\d-\d\d$/, id: /^\d{1,18}$/ };

/** Whether a text is a day of this century, such as `2026-11-27`. */
export const isDay = (text: string) => shapes.day.test(text);

function takes(kind: Kind, value: string): boolean {
  return typeof kind === 'string'
    ? shapes[kind].test(value)
    : kind.some(([offered]) => offered === value);
}

/**
 * Returns the filters in the page's address; a value that its filter does not accept counts as
 * empty, as the filter shows it.
 */
export function useFilters<Name extends string>(kinds: Record<Name, Kind>): Record<Name, string> {
  const params = useAddressParams();
  const read = ([name, kind]: [string, Kind]) => {
    const value = params.get(name)?.trim() ?? '';
    return [name, takes(kind, value) ? value : ''] as const;
  };
  return Object.fromEntries(Object.entries<Kind>(kinds).map(read)) as Record<Name, string>;
}
