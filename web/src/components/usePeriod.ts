import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PeriodId } from '@/api/schema';
import { periodsQuery } from '@/api/volume';
import { useAddressParams } from '@/ui/useAddressParams';
import { useChooseParam } from '@/ui/useChooseParam';

/** Period to start with on a page that has a reason not to start with the newest one. */
export type Start = {
  /** Whether the start period is still unknown, so that no other one is chosen yet. */
  waiting: boolean;
  period: PeriodId | undefined;
};

/**
 * Returns the BV period named in the address, or else the start period or the newest one, which is
 * then written there.
 */
export function usePeriod(start?: Start) {
  const { data, error, refetch } = useQuery(periodsQuery);
  const params = useAddressParams();
  const chooseParam = useChooseParam<'period_id'>();
  const asked = params.get('period_id');
  const named = data?.find(({ id }) => String(id) === asked);
  const periods = named || !start?.waiting ? data : undefined;
  const period = named ?? periods?.find(({ id }) => id === start?.period) ?? periods?.[0];

  useEffect(() => {
    if (period && String(period.id) !== asked) chooseParam('period_id', String(period.id));
  }, [period, asked, chooseParam]);

  return {
    periods,
    period,
    error: data ? null : error,
    retry: () => void refetch(),
    choose: (id: string) => chooseParam('period_id', id),
  };
}
