/**
 * Bonuses that a plan pays in the example network, calculated by the server like real ones, and the
 * faults of plan and network.
 */
import { useQuery } from '@tanstack/react-query';
import { request } from '@/api/calls';
import type { Example, ExampleRequest } from '@/api/schema';
import { ApiError } from '@/errors';
import { refusedFields } from '@/fieldErrors';
import { useDebounced } from '@/ui/useDebounced';
import type { Fault } from './designer';
import { askedOf, type Network } from './exampleNetwork';
import { documentOf, type PlanForm } from './planForm';

/** Pause in typing after which the example is calculated, in milliseconds. */
const REST = 400;

type Tried = { outcome: Example | null; faults: Fault[]; ofNetwork: Fault[] };

const nothing: Tried = { outcome: null, faults: [], ofNetwork: [] };

const isNetwork = ({ field }: Fault) => /^(members|sales_rp)\b/.test(field);

/** Calculates the example once typing stops. */
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
    // The same plan and network have the same result while the page is open.
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
  return {
    ...(data ?? nothing),
    error: data ? null : error,
    retry: () => void refetch(),
    /** Whether the shown result belongs to a plan that has changed since. */
    stale: isPlaceholderData || asked !== now,
    /** Plan and network as text, to which the faults belong. */
    asked,
  };
}

/**
 * Returns the errors by field, if the server refused a plan; null for any other failure. Paths are
 * relative to the plan.
 */
export function faultsOf(error: unknown): Fault[] | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null;
  const faults = refusedFields(error)?.map(({ field, message }) => ({
    field: field.replace(/^plan\./, ''),
    message,
  }));
  return faults ?? null;
}
