import { QueryObserver, type DefaultError, type QueryKey } from '@tanstack/react-query';
import type { QueryObserverOptions, QueryObserverResult } from '@tanstack/react-query';
import { queryClient } from '@/api/client';
import { atom } from '@/state';

/**
 * Creates an atom that follows a query, so that other atoms can be derived from the server's
 * response.
 */
export function queryAtom<Answer, Data, Key extends QueryKey>(
  options: QueryObserverOptions<Answer, DefaultError, Data, Answer, Key>,
) {
  const observer = new QueryObserver(queryClient, options);
  const result = atom<QueryObserverResult<Data>>(observer.getCurrentResult());
  result.onMount = (set) => {
    const stop = observer.subscribe(set);
    set(observer.getCurrentResult());
    return stop;
  };
  return atom((get) => get(result));
}
