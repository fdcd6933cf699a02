import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { periodsQuery } from '@/api/volume';
import { useChooseParam } from '@/ui/useChooseParam';

/** The BV period that the address names, or the newest, which is then written there. */
export function usePeriod() {
  const { data: periods, error, refetch } = useQuery(periodsQuery);
  const [params] = useSearchParams();
  const chooseParam = useChooseParam<'period_id'>();
  const asked = params.get('period_id');
  const period = periods?.find(({ id }) => String(id) === asked) ?? periods?.[0];

  useEffect(() => {
    if (period && String(period.id) !== asked) chooseParam('period_id', String(period.id));
  }, [period, asked, chooseParam]);

  return {
    periods,
    period,
    error: periods ? null : error,
    retry: () => void refetch(),
    choose: (id: string) => chooseParam('period_id', id),
  };
}
