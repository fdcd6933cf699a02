import { useCallback, useRef, useState } from 'react';

/**
 * Runs a change when the user asks for it, one at a time: a further request during a run does nothing. The result has
 * the field names of the query library's hook, whose code is left out of the build; see `api/noMutations.ts`.
 * A promise returned by `onError` is part of the run.
 */
export function useMutation<Input = void>(
  run: (input: Input) => Promise<unknown>,
  onError?: (error: Error) => unknown,
) {
  const [pending, setPending] = useState<{ input: Input } | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const isRunning = useRef(false);
  const mutate = async (input: Input) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setPending({ input });
    setError(null);
    try {
      await run(input);
    } catch (thrown) {
      setError(thrown as Error);
      if (onError) await onError(thrown as Error);
    } finally {
      isRunning.current = false;
      setPending(null);
    }
  };
  return {
    mutate: (input: Input) => void mutate(input),
    isPending: pending !== null,
    /** Input of the current run; undefined between runs. */
    variables: pending?.input,
    /** Failure of the last run; null during a run and after a success. */
    error,
    /** Removes the failure, because its cause was changed. */
    reset: useCallback(() => setError(null), []),
  };
}

/** Never resolves: keeps a run pending until another page, whose code may still load, has replaced this one. */
export const untilLeft = () => new Promise<never>(() => {});
