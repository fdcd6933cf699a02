import { useQuery } from '@tanstack/react-query';
import { FilterSelect } from '@/admin/ui/FilterSelect';
import { periodsQuery } from '@/api/volume';

/** Filters a list by a period. */
export function PeriodFilter({ name = 'period_id' }) {
  const { data } = useQuery(periodsQuery);
  const options = (data ?? []).map((period) => [String(period.id), period.name] as const);
  return <FilterSelect name={name} label="Periode" options={[['', 'Semua periode'], ...options]} />;
}
