import { useRestoredState } from '@/ui/useRestoredState';

/** Chosen rows of a list. */
export type Chosen = Set<string | number>;

/**
 * Rows chosen for an action on several at once; the choice in one list does not apply to another.
 */
export function useChoice(filters: Record<string, string>) {
  const asked = JSON.stringify(filters);
  const [choice, setChoice] = useRestoredState<{ of: string; keys: Chosen }>('choice', {
    of: asked,
    keys: new Set(),
  });
  const chosen: Chosen = choice.of === asked ? choice.keys : new Set();
  return { chosen, onChoose: (keys: Chosen) => setChoice({ of: asked, keys }) };
}
