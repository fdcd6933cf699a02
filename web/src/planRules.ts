/**
 * Only module that loads the rules of compensation plans, compiled to WebAssembly; they are fetched
 * when first needed.
 */
import { useQuery } from '@tanstack/react-query';
import type * as Rules from 'ksmart-plan-wasm';
import { LONGEST } from '@/core';
import { ApiError, OFFLINE } from '@/errors';

export type { Corner, Leg, Need, Preview, Trial } from 'ksmart-plan-wasm';

function load(): Promise<typeof Rules> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ApiError(OFFLINE, 0, 'offline', false));
    setTimeout(fail, LONGEST);
    import('ksmart-plan-wasm').then(resolve, fail);
  });
}

/** Returns the rules, and whether they did not arrive in time; they are requested until they do. */
export function usePlanRules() {
  const { data, isError } = useQuery({
    queryKey: ['rules of compensation plans'],
    queryFn: load,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    retry: false,
    refetchInterval: ({ state }) => (state.data ? false : LONGEST),
    meta: { public: true },
  });
  return { rules: data, isMissing: !data && isError };
}
