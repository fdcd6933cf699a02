/**
 * Bonuses that a plan pays in the example network, calculated by the server as real ones are, and the faults of both.
 */
import { useQuery } from '@tanstack/react-query';
import { request } from '@/api/calls';
import type { Example, ExampleRequest } from '@/api/schema';
import { ApiError } from '@/errors';
import { useDebounced } from '@/ui/useDebounced';
import type { Fault } from './designer';
import { askedOf, type Network } from './exampleNetwork';
import { documentOf, type PlanForm } from './planForm';

/** Time without typing before the example is calculated, in milliseconds. */
const REST = 400;

type Tried = { outcome: Example | null; faults: Fault[]; ofNetwork: Fault[] };

const nothing: Tried = { outcome: null, faults: [], ofNetwork: [] };

const isNetwork = ({ field }: Fault) => /^(members|sales_rp)\b/.test(field);

/** Tries the plan on the network once typing rests. */
export function useExample(plan: PlanForm, network: Network) {
  const now = JSON.stringify(askedOf(documentOf(plan), network));
  const asked = useDebounced(now, REST);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['/api/admin/compensation-plans/example', asked],
    queryFn: async ({ signal }): Promise<Tried> => {
      const body = JSON.parse(asked) as ExampleRequest;
      try {
        const outcome = await request('POST /api/admin/compensation-plans/example', {
          body,
          signal,
        });
        return { ...nothing, outcome };
      } catch (thrown) {
        const faults = faultsOf(thrown);
        if (!faults) throw thrown;
        return {
          outcome: null,
          faults: faults.filter((fault) => !isNetwork(fault)),
          ofNetwork: faults.filter(isNetwork),
        };
      }
    },
    placeholderData: (before) => before,
    // The same plan gives the same, for as long as the page is open.
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
  return {
    ...(data ?? nothing),
    error: data ? null : error,
    retry: () => void refetch(),
    /** Whether what is shown is of a plan that has changed since. */
    stale: isPlaceholderData || asked !== now,
    /** The plan as text, as the faults are of it. */
    asked,
  };
}

/** The faults by field of a refusal; null for any other failure. Paths begin in the plan. */
export function faultsOf(error: unknown): Fault[] | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null;
  const { fields } = (error.answer ?? {}) as { fields?: Fault[] };
  return fields
    ? fields.map(({ field, message }) => ({ field: field.replace(/^plan\./, ''), message }))
    : null;
}
