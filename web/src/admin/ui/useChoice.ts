import { useHeld } from '@/ui/useHeld';

/** The rows of a list that are chosen. */
export type Chosen = Set<string | number>;

/** Rows that are chosen to do something with many at once; what was chosen from one list is not chosen in another. */
export function useChoice(filters: Record<string, string>) {
  const asked = JSON.stringify(filters);
  const [choice, setChoice] = useHeld<{ of: string; keys: Chosen }>('choice', {
    of: asked,
    keys: new Set(),
  });
  const chosen: Chosen = choice.of === asked ? choice.keys : new Set();
  return { chosen, onChoose: (keys: Chosen) => setChoice({ of: asked, keys }) };
}
