import { useQuery } from '@tanstack/react-query';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { periodsQuery } from '@/api/volume';

/** Narrows a list to a period. */
export function PeriodFilter({ all = 'Semua periode' }: { all?: string }) {
  const { data } = useQuery(periodsQuery);
  const options = (data ?? []).map(({ id, name }) => [String(id), name] as const);
  return <FilterSelect name="period_id" label="Periode" options={[['', all], ...options]} />;
}
